/** What happened at each moment: a row of the list, and a sentence for those who listen. */
import { announcement as cardsAnnouncement } from '../cards/announcing';
import { lastSeeker } from '../cards/chronicle';
import { cardNames } from '../cards/words';
import { announcement as chaseAnnouncement, type Cast, type Company } from '../chase/words';
import { marksHidden } from '../chase/standing';
import { whyWords } from '../end/words';
import type { CardsView, ChaseView, EventShown, Replay } from '../generated/wire';
import { locale, t } from '../i18n/index.svelte';
import { MISTER_X, parseChase, type Ticket } from '../notation';
import type { Card } from '../notation-cards';
import { nameOf } from '../table/names';
import { type Moment, momentsOf } from './moments';
import { TRUTH } from './reel.svelte';

export interface Row extends Moment {
  /** The piece or seat that did it. */
  readonly piece: string | null;
  /** The stations of a way, the first first; null: unseen. Empty where nobody went anywhere. */
  readonly way: readonly (number | null)[];
  readonly tickets: readonly Ticket[];
  readonly words: string;
}

export function rowsOf(replay: Replay, cast: Cast | null, company: Company): Row[] {
  const moments = momentsOf(replay.steps, !(cast && marksHidden(cast.facts)));
  return moments.map((moment, at) => {
    const { events, view } = replay.steps[at]!;
    const said =
      'hunters' in view
        ? cast && chaseAnnouncement(cast, events)
        : cardsWords(events, view, company, replay.seen_by);
    const words = [said || quietWords(events)];
    if (at === moments.length - 1) words.push(...endWords(replay, view, company));
    return {
      ...moment,
      ...doerOf(events, replay.steps[at - 1]?.view),
      words: words.filter(Boolean).join(' '),
    };
  });
}

function doerOf(
  events: readonly EventShown[],
  before: ChaseView | CardsView | undefined,
): Pick<Row, 'piece' | 'way' | 'tickets'> {
  const none = { way: [], tickets: [] };
  const [text] = textsOf(events);
  if (!before) return { piece: null, ...none };
  if (text === undefined) return { piece: layerOf(events), ...none };
  if (!('hunters' in before)) return { piece: text.slice(0, 2), ...none };
  const move = parseChase(text);
  if (move?.kind === 'place') return { piece: move.piece, way: [move.to], tickets: [] };
  if (move?.kind !== 'go') return { piece: MISTER_X, ...none };
  const from = move.piece === MISTER_X ? before.x : (before.hunters[move.piece] ?? null);
  return {
    piece: move.piece,
    way: [from, ...move.legs.map(({ to }) => to)],
    tickets: move.legs.flatMap(({ fare }) => fare ?? []),
  };
}

/** Who has laid a card that these eyes did not see. */
function layerOf(events: readonly EventShown[]): string | null {
  const laid = events.find(({ kind }) => kind === 'laid');
  return laid ? String(laid['seat']) : null;
}

function textsOf(events: readonly EventShown[]): string[] {
  return events.flatMap(({ kind, ...data }) =>
    kind === 'moved' || kind === 'placed' ? [String(data['text'])] : [],
  );
}

function cardsWords(
  events: readonly EventShown[],
  { colours }: CardsView,
  company: Company,
  eyes: string,
): string {
  const me = eyes === TRUTH ? null : eyes;
  const said = [cardsAnnouncement(events, company, colours, me, locale.current)];
  if (eyes !== TRUTH) return said.join(' ');
  // Whoever sees everything also sees what each one draws.
  for (const event of events) {
    const { kind, seat, cards } = event as EventShown & { seat?: string; cards?: Card[] };
    if (kind !== 'drew' || seat === undefined || !cards?.length) continue;
    const drawn = cardNames(colours, cards, locale.current);
    said.push(t('replay.drew', { name: nameOf(company, seat), cards: drawn }));
  }
  return said.filter(Boolean).join(' ');
}

/** Where nothing is told: the beginning, or that Mister X does not show himself. */
function quietWords(events: readonly EventShown[]): string {
  return textsOf(events).includes('X:hide') ? t('replay.hides') : t('replay.begins');
}

function endWords({ outcome }: Replay, view: ChaseView | CardsView, company: Company): string[] {
  if (!outcome) return [t('replay.unfinished')];
  const [winner, reason] = outcome;
  if ('hunters' in view) return [whyWords({ winner, reason }, view.round, '')];
  const name = view.x === null ? '' : nameOf(company, view.x);
  const seeker = lastSeeker(view);
  const by = seeker === null ? '' : nameOf(company, seeker);
  return [whyWords({ winner, reason }, view.turn, name, by)];
}

/** Every move up to a moment, as these eyes saw it. */
export function historyAt(steps: Replay['steps'], at: number): string[] {
  return steps.slice(0, at + 1).flatMap(({ events }) => textsOf(events));
}
