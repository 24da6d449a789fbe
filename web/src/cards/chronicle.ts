/** A card game's history in sentences: which text, about whom, with what. */

import type { CardsView } from '../generated/wire';
import {
  type Action,
  type Card,
  type CardsMove,
  type Fallen,
  type Pile,
  isOfMisterX,
  parseCardsEntry,
} from '../notation-cards';

/** One thing that happened, as far as the reader may know it. */
export type Happening =
  | { kind: 'played'; seat: string; card: number; pile: Pile }
  | { kind: 'renewed'; seat: string; card: number }
  | { kind: 'acted'; seat: string; action: Action; shows: boolean }
  | { kind: 'questioned'; seat: string; other: string; found: boolean | null }
  | { kind: 'searched'; seat: string; other: string; cards: Card[] | null }
  | { kind: 'gave_up'; seat: string; card: number }
  | { kind: 'laid'; seat: string; card: Card | null }
  | { kind: 'took'; seat: string | null; card: Card | null };

type Told = Pick<CardsView, 'history' | 'interrogations' | 'phase'>;

/** All that happened, the first first. */
export function chronicle(view: Told): Happening[] {
  const entries = view.history.map(parseCardsEntry).filter((entry) => entry !== null);
  const found = view.interrogations.map((one) => one.found);
  const told: Happening[] = [];
  entries.forEach((entry, at) => {
    const happening = told_of(entry, entries[at + 1] ?? null, isSearch(entries, at), found);
    if (happening) told.push(happening);
  });
  return told;
}

function told_of(
  entry: CardsMove | Fallen,
  next: CardsMove | Fallen | null,
  search: boolean,
  found: boolean[],
): Happening | null {
  switch (entry.kind) {
    case 'play':
      return { kind: 'played', seat: entry.seat, card: entry.card, pile: entry.pile };
    case 'renew':
      return { kind: 'renewed', seat: entry.seat, card: entry.card };
    case 'act':
      return {
        kind: 'acted',
        seat: entry.seat,
        action: entry.action,
        shows: isOfMisterX(entry.action),
      };
    case 'name':
      if (search) {
        const cards = next?.kind === 'drawn' ? next.cards : null;
        return { kind: 'searched', seat: entry.seat, other: entry.other, cards };
      }
      return {
        kind: 'questioned',
        seat: entry.seat,
        other: entry.other,
        found: found.shift() ?? null,
      };
    case 'drop':
      return { kind: 'gave_up', seat: entry.seat, card: entry.card };
    case 'lay':
      return { kind: 'laid', seat: entry.seat, card: entry.card };
    case 'taken': {
      const own = entry.cards.filter(({ card }) => card !== null);
      const [mine] = own.length === 1 ? own : [];
      return { kind: 'took', seat: mine?.seat ?? null, card: mine?.card ?? null };
    }
    case 'drawn':
      return null;
  }
}

/** Who was the last to search or to question somebody; null: nobody was. */
export function lastSeeker(view: Told): string | null {
  const seeks = ({ kind }: Happening): boolean => kind === 'searched' || kind === 'questioned';
  return chronicle(view).findLast(seeks)?.seat ?? null;
}

/** The hand that a seat has seen last, without what has openly left it since; null: it has seen none. */
export function seenHand(
  view: Pick<CardsView, 'history' | 'interrogations' | 'phase' | 'hands'>,
  seat: string | null,
): { of: string; cards: Card[] } | null {
  const at = view.interrogations.findLastIndex((one) => one.by === seat && Array.isArray(one.hand));
  const seen = view.interrogations[at];
  if (seen === undefined || !Array.isArray(seen.hand)) return null;
  let asked = -1;
  const since = chronicle(view).filter((one) => {
    if (one.kind === 'questioned') asked += 1;
    return asked >= at;
  });
  const own = seat === null ? 0 : view.hands[seat];
  const gone = new Set<Card>(Array.isArray(own) ? own : []);
  for (const one of since) {
    if (one.kind === 'played' || one.kind === 'renewed' || one.kind === 'gave_up') {
      gone.add(one.card);
    } else if (one.kind === 'searched') one.cards?.forEach((card) => gone.add(card));
  }
  return { of: seen.of, cards: seen.hand.filter((card) => !gone.has(card)) };
}

/** True if a name belongs to a search: the ticket before it lies on the right pile. */
function isSearch(entries: (CardsMove | Fallen)[], at: number): boolean {
  for (let before = at - 1; before >= 0; before -= 1) {
    const entry = entries[before];
    if (entry?.kind === 'play') return entry.pile === 'R';
  }
  return false;
}
