/** The notation of the card game, both what the server offers and what its history tells. */

export type Pile = 'L' | 'M' | 'R';
export type Place = Pile | 'new';
/** A ticket's number, or the Mister X card. */
export type Card = number | 'X';
export type Colour = 'T' | 'B' | 'U' | 'K';

/** The actions of the three piles: the general ones, then Mister X's. */
export const GENERAL = ['buy', 'interrogate', 'search'] as const;
export const OF_MISTER_X = ['trail', 'equip', 'hideout'] as const;
export type Action = (typeof GENERAL)[number] | (typeof OF_MISTER_X)[number];

export const PILES: readonly Pile[] = ['L', 'M', 'R'];

/** The colour that makes each pile's action stronger. */
export const BONUS: Readonly<Record<Pile, Colour>> = { L: 'T', M: 'B', R: 'U' };

export type CardsMove =
  | { kind: 'play'; seat: string; card: number; pile: Pile }
  | { kind: 'renew'; seat: string; card: number }
  | { kind: 'act'; seat: string; action: Action }
  | { kind: 'name'; seat: string; other: string }
  | { kind: 'drop'; seat: string; card: number }
  /** `null`: a card that the reader may not see. */
  | { kind: 'lay'; seat: string; card: Card | null };

/** What chance adds to a history. */
export type Fallen =
  | { kind: 'drawn'; cards: Card[] }
  | { kind: 'taken'; cards: { seat: string; card: Card | null }[] };

const PLAY = /^(P[1-5]):(\d+)>(L|M|R|new)$/;
const ACT = /^(P[1-5]):(buy|interrogate|search|trail|equip|hideout)$/;
const NAME = /^(P[1-5]):\?(P[1-5])$/;
const DROP = /^(P[1-5]):drop (\d+)$/;
const LAY = /^(P[1-5]):lay (\d+|X|\?)$/;
const DRAWN = /^(?:\d+|X)(?: (?:\d+|X))*$/;
const TAKEN = /^P[1-5]:(?:\d+|X|\?)(?: P[1-5]:(?:\d+|X|\?))*$/;

function card(text: string): Card {
  return text === 'X' ? 'X' : Number(text);
}

function maybeCard(text: string): Card | null {
  return text === '?' ? null : card(text);
}

/** The move that a text means; `null` if it is none. */
export function parseCardsMove(text: string): CardsMove | null {
  let found = PLAY.exec(text);
  if (found) {
    const [, seat = '', number, place] = found;
    return place === 'new'
      ? { kind: 'renew', seat, card: Number(number) }
      : { kind: 'play', seat, card: Number(number), pile: place as Pile };
  }
  found = ACT.exec(text);
  if (found) return { kind: 'act', seat: found[1] ?? '', action: found[2] as Action };
  found = NAME.exec(text);
  if (found) return { kind: 'name', seat: found[1] ?? '', other: found[2] ?? '' };
  found = DROP.exec(text);
  if (found) return { kind: 'drop', seat: found[1] ?? '', card: Number(found[2]) };
  found = LAY.exec(text);
  if (found) return { kind: 'lay', seat: found[1] ?? '', card: maybeCard(found[2] ?? '?') };
  return null;
}

/** An entry of a view's history: a move, or what chance added to one. */
export function parseCardsEntry(text: string): CardsMove | Fallen | null {
  const move = parseCardsMove(text);
  if (move) return move;
  if (DRAWN.test(text)) return { kind: 'drawn', cards: text.split(' ').map(card) };
  if (TAKEN.test(text)) {
    return {
      kind: 'taken',
      cards: text.split(' ').map((pair) => {
        const [seat = '', taken = '?'] = pair.split(':');
        return { seat, card: maybeCard(taken) };
      }),
    };
  }
  return null;
}

/** The colour of a ticket, by the letters of a view. */
export function colourOf(colours: string, ticket: number): Colour {
  return colours.charAt(ticket - 1) as Colour;
}

export function isOfMisterX(action: Action): boolean {
  return (OF_MISTER_X as readonly string[]).includes(action);
}
