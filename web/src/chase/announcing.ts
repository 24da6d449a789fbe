/** What is said aloud of a chase, to those who listen instead of look. */
import type { BoardMap } from '../board/geometry';
import type { ChaseView, EventShown } from '../generated/wire';
import { t } from '../i18n/index.svelte';
import { MISTER_X, parseChase } from '../notation';
import { heldBy } from './standing';
import type { Turn } from './turn.svelte';
import { listed } from '../ui/names';
import { announcement, type Cast, fareName, moveWords, pieceName } from './words';

/** So many hunters that move at once are only named. */
const MANY = 3;

/** One sentence for each event of a moment; `view`: how things stand after it. */
export function saidOf(cast: Cast, events: readonly EventShown[], view: ChaseView | null): string {
  const said: string[] = [];
  let hunters: { piece: string; text: string }[] = [];
  const tellHunters = (): void => {
    if (hunters.length >= MANY) {
      const names = hunters.map(({ piece }) => pieceName(cast, piece));
      said.push(t('chase.told_all_moved', { names: listed([...new Set(names)], 'conjunction') }));
    } else {
      for (const { text } of hunters)
        said.push(`${moveWords(cast, text)} ${leftWords(text, view)}`);
    }
    hunters = [];
  };
  const asked = cast.seat !== MISTER_X && view && view.x === null && !view.outcome;
  let hasXMoved = false;
  for (const event of events) {
    const move = event.kind === 'moved' ? parseChase(String(event['text'])) : null;
    if (move?.kind === 'go' && move.piece !== MISTER_X) {
      hunters.push({ piece: move.piece, text: String(event['text']) });
      continue;
    }
    tellHunters();
    said.push(announcement(cast, [event]));
    if (move?.kind !== 'go') continue;
    hasXMoved = true;
    if (view) said.push(t('chase.told_window', { n: view.log.length, of: cast.facts.log }));
  }
  tellHunters();
  if (hasXMoved && asked && view.possible) {
    said.push(t('chase.told_possible', { n: view.possible.length }));
  }
  return said
    .map((words) => words.trim())
    .filter(Boolean)
    .join(' ');
}

/** How many tickets of the kind that was played are left; nothing where nobody counts them. */
function leftWords(text: string, view: ChaseView | null): string {
  const move = parseChase(text);
  if (move?.kind !== 'go' || !view) return '';
  const fare = move.legs[0]?.fare;
  const n = fare ? heldBy(view, move.piece)[fare] : null;
  if (!fare || n === null || n === undefined) return '';
  return `${fareName(fare)}: ${t('chase.left', { n })}.`;
}

/** That it is one's turn: where the piece stands and how far it gets. */
export function turnWords(cast: Cast, turn: Turn): string {
  const { piece } = turn.choice;
  const said = [t('chase.your_turn')];
  if (piece === null) {
    if (turn.offer.pieces.length > 1) said.push(t('chase.choose_piece'));
  } else {
    const name = pieceName(cast, piece);
    const station = turn.from;
    if (station !== null)
      said.push(
        piece === MISTER_X
          ? t('chase.you_are_at', { station })
          : t('chase.is_at', { name, station }),
      );
    said.push(t('chase.reach', { n: turn.targets.size }));
  }
  return `${said.join('. ')}.`;
}

/** For a hunter's target: how many of the possible stations are there or next to it. */
export function possibleNear(board: BoardMap, view: ChaseView, station: number): string {
  const { possible } = view;
  if (!possible?.length || view.x !== null || view.outcome) return '';
  const around = board.around(station);
  const n = possible.filter((one) => one === station || around.has(one)).length;
  return t('chase.possible_near', { n, of: possible.length });
}
