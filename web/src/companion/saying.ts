/**
 * Putting together what was said, out of what the server says may come next. Nothing here knows a
 * rule: what is chosen can only ever become one of the texts on offer.
 */

import { byPiece } from '../chase/choosing';
import { type Fare, type Leg, MISTER_X, parseChase, type Ticket, writeChase } from '../notation';
import type { Role } from './kept';

/** Something that may be said next, taken apart. */
interface Saying {
  readonly text: string;
  readonly piece: string;
  readonly legs: readonly Leg[];
  /** It is the first half of a double move only; the second is asked for. */
  readonly isHalf: boolean;
}

/** What may come next, sorted out. */
export interface Sayings {
  readonly texts: readonly string[];
  /** Those who may ride or be placed, in their order. */
  readonly pieces: readonly string[];
  readonly rides: readonly Saying[];
  /** They are start stations. */
  readonly isStart: boolean;
  /** Mister X is asked whether he shows himself. */
  readonly asksShow: boolean;
  /** The detective from whom he takes a ticket, and the tickets that it can be. */
  readonly takes: { readonly from: string; readonly tickets: readonly Ticket[] } | null;
}

/** What has been chosen of it. */
export interface Draft {
  readonly piece: string | null;
  readonly isDouble: boolean;
  /** The first half of a double move, once it is chosen. */
  readonly first: Leg | null;
  /** Of the half that is being chosen. */
  readonly fare: Fare | undefined;
  readonly to: number | undefined;
  /** Everything is said but where Mister X is seen, or where he was before. */
  readonly unseen: string | null;
}

/** Something said, without where Mister X is seen by it and where he was within a double move. */
export interface Parts {
  readonly said: string;
  readonly seen: number | null;
  readonly via: number | null;
}

const SHOWN = /^(.+?)(?: seen (\d+))?(?: via (\d+))?$/;

export function partsOf(text: string): Parts {
  const [, said = text, seen, via] = SHOWN.exec(text) ?? [];
  return { said, seen: seen ? Number(seen) : null, via: via ? Number(via) : null };
}

export function readSayings(texts: readonly string[]): Sayings {
  const rides = new Map<string, Saying>();
  const tickets: Ticket[] = [];
  let from = '';
  let isStart = false;
  let asksShow = false;
  for (const text of texts) {
    const { said } = partsOf(text);
    const isHalf = said.endsWith('+');
    const move = parseChase(isHalf ? said.slice(0, -1) : said);
    if (move?.kind === 'go') {
      rides.set(said, { text: said, piece: move.piece, legs: move.legs, isHalf });
    } else if (move?.kind === 'place') {
      isStart = true;
      const legs = [{ fare: null, to: move.to }];
      rides.set(said, { text: said, piece: move.piece, legs, isHalf });
    } else if (move?.kind === 'reveal') asksShow = true;
    else if (move?.kind === 'take') {
      from = move.from;
      tickets.push(move.ticket);
    }
  }
  const all = [...rides.values()];
  return {
    texts,
    pieces: [...new Set(all.map(({ piece }) => piece))].sort(byPiece),
    rides: all,
    isStart,
    asksShow,
    takes: tickets.length ? { from, tickets } : null,
  };
}

/** The draft with which something new begins: the first piece that may go. */
export function begin(sayings: Sayings, piece: string | null = null): Draft {
  const chosen = piece !== null && sayings.pieces.includes(piece) ? piece : sayings.pieces[0];
  return {
    piece: chosen ?? null,
    isDouble: false,
    first: null,
    fare: undefined,
    to: undefined,
    unseen: null,
  };
}

/** True where the ticket is said first, and the station only if he is seen. */
export function isTicketFirst(role: Role, draft: Draft): boolean {
  return role === 'hunters' && draft.piece === MISTER_X;
}

export function canDouble({ rides }: Sayings, draft: Draft): boolean {
  return rides.some((one) => one.piece === draft.piece && (one.isHalf || one.legs.length > 1));
}

/** The stops of the half that is being chosen, as far as they fit what is chosen. */
export function stopsNow({ rides }: Sayings, draft: Draft): Leg[] {
  const { piece, isDouble, first, fare, to } = draft;
  const found: Leg[] = [];
  for (const ride of rides) {
    const isOfTwo = ride.isHalf || ride.legs.length > 1;
    if (ride.piece !== piece || isOfTwo !== isDouble) continue;
    const [one, two] = ride.legs;
    if (first && !(one && same(one, first))) continue;
    const leg = first ? two : one;
    if (!leg || (fare !== undefined && leg.fare !== fare)) continue;
    if (to !== undefined && leg.to !== to) continue;
    if (!found.some((other) => same(other, leg))) found.push(leg);
  }
  return found;
}

/** The tickets to choose from, in the order T B U K. */
export function faresOf(stops: readonly Leg[]): Fare[] {
  return [...new Set(stops.map(({ fare }) => fare))].sort(byFare);
}

function byFare(one: Fare, other: Fare): number {
  const order = ['', 'T', 'B', 'U', 'K'];
  return order.indexOf(one ?? '') - order.indexOf(other ?? '');
}

/** The stations to choose from, with their tickets. */
export function stationsOf(sayings: Sayings, draft: Draft): Map<number, Fare[]> {
  if (draft.unseen !== null) {
    const { stations } = shownAfter(sayings, draft.unseen);
    return new Map(stations.map((station) => [station, [null]]));
  }
  const found = new Map<number, Fare[]>();
  for (const { fare, to } of stopsNow(sayings, { ...draft, to: undefined })) {
    if (to === null) continue;
    // The ticket is no question any more once it is chosen.
    const fares = draft.fare === undefined ? [...(found.get(to) ?? []), fare] : [null];
    found.set(to, fares.sort(byFare));
  }
  return new Map([...found].sort(([one], [other]) => one - other));
}

/** What is asked next of Mister X where so much was said: where he is, or was; and the answers. */
export function shownAfter(
  { texts }: Sayings,
  said: string,
): { asked: 'seen' | 'via'; stations: number[] } {
  const found = new Set<number>();
  let asked: 'seen' | 'via' = 'seen';
  for (const text of texts) {
    const next = text.startsWith(said) && /^ (seen|via) (\d+)/.exec(text.slice(said.length));
    if (!next) continue;
    asked = next[1] as typeof asked;
    found.add(Number(next[2]));
  }
  return { asked, stations: [...found].sort((one, other) => one - other) };
}

/** What the choice comes to: something to say, the half of it, or nothing yet. */
export type Result =
  | { readonly kind: 'open'; readonly draft: Draft }
  /** The second half is to be asked for. */
  | { readonly kind: 'half'; readonly draft: Draft; readonly begun: string }
  | { readonly kind: 'said'; readonly text: string; readonly amendments: readonly string[] };

/** Go on from a draft: is something still to be chosen? */
export function resolve(sayings: Sayings, draft: Draft): Result {
  const { piece, isDouble, first } = draft;
  const stops = stopsNow(sayings, draft);
  const [leg] = stops;
  const isChosen = draft.to !== undefined || (draft.fare !== undefined && leg?.to === null);
  if (piece === null || !leg || stops.length > 1 || !isChosen) return { kind: 'open', draft };
  if (isDouble && !first) {
    const next: Draft = { ...draft, first: leg, fare: undefined, to: undefined };
    const begun = sayings.rides.find((one) => one.isHalf && one.legs[0] && same(one.legs[0], leg));
    return begun ? { kind: 'half', draft: next, begun: begun.text } : { kind: 'open', draft: next };
  }
  const legs = first ? [first, leg] : [leg];
  const text = sayings.isStart
    ? writeChase({ kind: 'place', piece, to: leg.to ?? 0 })
    : writeChase({ kind: 'go', piece, legs });
  return told(sayings, draft, text);
}

/** Something was said; where it always shows Mister X, that is still to be told. */
export function told(sayings: Sayings, draft: Draft, text: string): Result {
  const { asked, stations } = shownAfter(sayings, text);
  if (sayings.texts.includes(text)) {
    const amendments = stations.map((station) => `${text} ${asked} ${station}`);
    return { kind: 'said', text, amendments };
  }
  const [only, ...others] = stations;
  // What can be nowhere else is no question.
  if (only !== undefined && !others.length) return told(sayings, draft, `${text} ${asked} ${only}`);
  return { kind: 'open', draft: { ...draft, unseen: text } };
}

/** A station was named where Mister X is seen, or was. */
export function shown(sayings: Sayings, draft: Draft, station: number): Result {
  const said = draft.unseen ?? '';
  return told(sayings, draft, `${said} ${shownAfter(sayings, said).asked} ${station}`);
}

/** One step back; the same draft if there is none. */
export function back(sayings: Sayings, draft: Draft): Draft {
  if (draft.unseen !== null) {
    const { said, seen } = partsOf(draft.unseen);
    const wasAsked = seen !== null && shownAfter(sayings, said).stations.length > 1;
    return wasAsked ? { ...draft, unseen: said } : { ...draft, unseen: null, to: undefined };
  }
  if (draft.to !== undefined) return { ...draft, to: undefined };
  if (draft.fare !== undefined) return { ...draft, fare: undefined };
  if (draft.first) return { ...draft, first: null };
  if (draft.isDouble) return { ...draft, isDouble: false };
  return begin(sayings, draft.piece);
}

/** An entry as everybody heard it: of Mister X's only the tickets. */
export function covered(entry: string): string {
  if (!entry.startsWith('X')) return entry;
  if (entry.startsWith('X@')) return 'X@?';
  return entry.replace(/([:+][TBUK]?)\d+/g, '$1?');
}

function same(one: Leg, other: Leg): boolean {
  return one.to === other.to && one.fare === other.fare;
}
