/**
 * Choosing a move out of those that the server offers: which pieces can go, where to, on which
 * tickets, and the two halves of a double move. Nothing here knows a rule; a choice can only ever
 * become one of the texts that were offered.
 */
import { type Fare, MISTER_X, parseChase, type Ticket, writeChase } from '../notation';

/** A stop that is offered or chosen. */
export interface Stop {
  readonly to: number;
  readonly fare: Fare;
}

/** The offered moves, read once. */
export interface Offer {
  /** Pieces that can go or be placed, in the order of their names, Mister X first. */
  readonly pieces: readonly string[];
  /** Single moves by piece. */
  readonly stops: ReadonlyMap<string, readonly Stop[]>;
  /** Double moves of Mister X, both halves. */
  readonly doubles: readonly (readonly [Stop, Stop])[];
  /** Start stations by piece, where they are chosen. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** True while Mister X is asked whether he shows himself. */
  readonly asksReveal: boolean;
  /** Whose ticket he takes, and which he can. */
  readonly takes: ReadonlyMap<string, readonly Ticket[]>;
}

/** What has been chosen so far; nothing of it is sent yet. */
export interface Choice {
  readonly piece: string | null;
  readonly double: boolean;
  /** The half that the next target is for. */
  readonly half: 0 | 1;
  readonly first: Stop | null;
  readonly second: Stop | null;
}

/** How many tickets of each kind the mover holds, for the preset; missing: not counted. */
export type Held = Partial<Record<Ticket, number | null>>;

export const NOTHING: Choice = {
  piece: null,
  double: false,
  half: 0,
  first: null,
  second: null,
};

const EMPTY: Offer = {
  pieces: [],
  stops: new Map(),
  doubles: [],
  places: new Map(),
  asksReveal: false,
  takes: new Map(),
};

/** The offered texts, sorted out. */
export function readOffer(moves: readonly string[] | null | undefined): Offer {
  if (!moves?.length) return EMPTY;
  const stops = new Map<string, Stop[]>();
  const doubles: [Stop, Stop][] = [];
  const places = new Map<string, number[]>();
  const takes = new Map<string, Ticket[]>();
  let asksReveal = false;
  for (const text of moves) {
    const move = parseChase(text);
    if (move?.kind === 'go') {
      const [first, second] = move.legs.map(({ fare, to }) => ({ fare, to: to ?? 0 }));
      if (first && second) doubles.push([first, second]);
      else if (first) listOf(stops, move.piece).push(first);
    } else if (move?.kind === 'place') listOf(places, move.piece).push(move.to);
    else if (move?.kind === 'take') listOf(takes, move.from).push(move.ticket);
    else if (move?.kind === 'reveal') asksReveal = true;
  }
  const names = new Set([...stops.keys(), ...places.keys()]);
  if (doubles.length) names.add(MISTER_X);
  return { pieces: [...names].sort(byPiece), stops, doubles, places, asksReveal, takes };
}

function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  let list = lists.get(key);
  if (!list) lists.set(key, (list = []));
  return list;
}

/** Mister X, then detectives, then bobbies. */
export function byPiece(one: string, other: string): number {
  return rank(one) - rank(other);
}

function rank(piece: string): number {
  return 'XDB'.indexOf(piece[0] ?? '') * 10 + Number(piece.slice(1));
}

/** The choice with which a turn begins: a piece is chosen where there is only one. */
export function begin(offer: Offer): Choice {
  return offer.pieces.length === 1 ? { ...NOTHING, piece: offer.pieces[0]! } : NOTHING;
}

/** The stops of the active half. */
export function stopsNow(offer: Offer, choice: Choice): readonly Stop[] {
  const { piece } = choice;
  if (piece === null) return [];
  const places = offer.places.get(piece);
  if (places) return places.map((to) => ({ to, fare: null }));
  if (!choice.double) return offer.stops.get(piece) ?? [];
  if (choice.half === 0) return unique(offer.doubles.map(([first]) => first));
  return secondStops(offer, choice.first);
}

function secondStops(offer: Offer, first: Stop | null): Stop[] {
  if (!first) return [];
  return unique(offer.doubles.filter(([one]) => same(one, first)).map(([, second]) => second));
}

/** Where the active half can go, with the fares for each station, in the order T B U K. */
export function targets(offer: Offer, choice: Choice): Map<number, Fare[]> {
  const found = new Map<number, Fare[]>();
  for (const { to, fare } of stopsNow(offer, choice)) {
    const fares = found.get(to);
    if (fares) fares.push(fare);
    else found.set(to, [fare]);
  }
  for (const fares of found.values()) fares.sort(byFare);
  return new Map([...found].sort(([one], [other]) => one - other));
}

/** The stop of the active half, if it is chosen. */
export function stopNow(choice: Choice): Stop | null {
  return choice.half === 0 ? choice.first : choice.second;
}

/** Choose another piece; what was chosen for the one before is dropped. */
export function choosePiece(offer: Offer, choice: Choice, piece: string): Choice {
  if (!offer.pieces.includes(piece) || choice.piece === piece) return choice;
  return { ...NOTHING, piece };
}

/** Choose a target for the active half, with the ticket that one would mostly take. */
export function chooseTarget(offer: Offer, choice: Choice, to: number, held: Held): Choice {
  const fares = targets(offer, choice).get(to);
  if (!fares) return choice;
  return withStop(offer, choice, { to, fare: preset(fares, held) });
}

/** Choose a ticket for the active half's target. */
export function chooseFare(offer: Offer, choice: Choice, fare: Fare): Choice {
  const stop = stopNow(choice);
  if (!stop || !targets(offer, choice).get(stop.to)?.includes(fare)) return choice;
  return withStop(offer, choice, { ...stop, fare });
}

function withStop(offer: Offer, choice: Choice, stop: Stop): Choice {
  if (choice.half === 1) return { ...choice, second: stop };
  const still = choice.second && secondStops(offer, stop).some((one) => same(one, choice.second!));
  return { ...choice, first: stop, second: still ? choice.second : null };
}

/** Go to a half of the double move; to the second only when the first is chosen. */
export function chooseHalf(choice: Choice, half: 0 | 1): Choice {
  if (!choice.double || (half === 1 && !choice.first)) return choice;
  return { ...choice, half };
}

/** Switch the double move on or off; a first stop that fits is kept. */
export function switchDouble(offer: Offer, choice: Choice, on: boolean): Choice {
  if (on === choice.double || (on && !canDouble(offer))) return choice;
  const next: Choice = { ...choice, double: on, half: 0, second: null };
  const fits = choice.first && stopsNow(offer, next).some((one) => same(one, choice.first!));
  if (!fits) return { ...next, first: null };
  return on ? { ...next, half: 1 } : next;
}

/** True if a double move is offered at all. */
export function canDouble(offer: Offer): boolean {
  return offer.doubles.length > 0;
}

/** One step back: the target, then the half, then the double move, then the piece. */
export function back(offer: Offer, choice: Choice): Choice {
  if (stopNow(choice)) {
    return choice.half === 1
      ? { ...choice, second: null }
      : { ...choice, first: null, second: null };
  }
  if (choice.half === 1) return { ...choice, half: 0 };
  if (choice.double) return { ...choice, double: false };
  return begin(offer);
}

/** The move that is chosen, as it was offered; null while something is still to be chosen. */
export function chosenMove(offer: Offer, choice: Choice): string | null {
  const { piece, first, second } = choice;
  if (piece === null || !first) return null;
  if (offer.places.has(piece)) return writeChase({ kind: 'place', piece, to: first.to });
  if (!choice.double) return writeChase({ kind: 'go', piece, legs: [first] });
  return second && writeChase({ kind: 'go', piece, legs: [first, second] });
}

/** What is left of a choice when the offer has changed under it. */
export function revise(offer: Offer, choice: Choice): Choice {
  if (choice.piece === null || !offer.pieces.includes(choice.piece)) return begin(offer);
  let kept: Choice = { ...NOTHING, piece: choice.piece };
  if (choice.double && canDouble(offer)) kept = { ...kept, double: true };
  if (choice.first && offers(offer, kept, choice.first)) kept = { ...kept, first: choice.first };
  if (!kept.double || !kept.first) return kept;
  kept = { ...kept, half: choice.half };
  const second = choice.second;
  return second && offers(offer, { ...kept, half: 1 }, second) ? { ...kept, second } : kept;
}

function offers(offer: Offer, choice: Choice, stop: Stop): boolean {
  return stopsNow(offer, choice).some((one) => same(one, stop));
}

/** The ticket held most of, never black where another will do. */
export function preset(fares: readonly Fare[], held: Held): Fare {
  const plain = fares.filter((fare) => fare !== 'K');
  const best = plain.reduce<Fare | undefined>(
    (most, fare) => (most === undefined || count(held, fare) > count(held, most) ? fare : most),
    undefined,
  );
  return best === undefined ? (fares[0] ?? null) : best;
}

function count(held: Held, fare: Fare): number {
  if (fare === null) return Number.POSITIVE_INFINITY;
  const number = held[fare];
  return number === null || number === undefined ? 0 : number;
}

/** The windows of the travel log that a choice fills, of `log` so far. */
export function windowsFilled(log: number, double: boolean): number[] {
  return double ? [log + 1, log + 2] : [log + 1];
}

/** The scarcest ticket that can be taken from somebody, for the preset. */
export function scarcest(tickets: readonly Ticket[], held: Held): Ticket | null {
  return tickets.reduce<Ticket | null>(
    (least, one) => (least === null || count(held, one) < count(held, least) ? one : least),
    null,
  );
}

function same(one: Stop, other: Stop): boolean {
  return one.to === other.to && one.fare === other.fare;
}

function unique(stops: readonly Stop[]): Stop[] {
  return [...new Map(stops.map((one) => [`${one.fare ?? ''}${one.to}`, one])).values()];
}

const FARES = ['T', 'B', 'U', 'K'];

function byFare(one: Fare, other: Fare): number {
  return FARES.indexOf(one ?? '') - FARES.indexOf(other ?? '');
}
