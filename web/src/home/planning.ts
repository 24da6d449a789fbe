/** A table that is being planned: who sits where, and what the server is asked for. Pure. */

import type { ClockPlan, EditionInfo, NewTable, SeatPlan } from '../generated/wire';

export type Who = 'me' | 'device' | 'open' | 'bot';
export type Role = 'x' | 'hunters' | 'watch';
export type Company = 'bots' | 'friends' | 'device';

export interface SeatDraft {
  readonly who: Who;
  /** What somebody else at this device is called; empty: by the seat. */
  readonly name: string;
  readonly player: string;
}

export interface Draft {
  readonly edition: string;
  readonly players: number;
  readonly seats: Readonly<Record<string, SeatDraft>>;
  readonly options: Readonly<Record<string, boolean>>;
  readonly title: string;
  readonly clock: Required<ClockPlan>;
  readonly spectators: boolean;
  /** How many seconds later they see it. */
  readonly delay: number;
  readonly deduction: boolean;
  /** Hints also where others play or a clock runs; null: as the server thinks fit. */
  readonly hints: boolean | null;
  readonly drawn: boolean;
  /** The seat that begins at the cards; null: by lot. */
  readonly first: string | null;
}

export interface Wanted {
  readonly role: Role;
  readonly company: Company;
  /** The computer player for seats that get one. */
  readonly player: string;
}

/** The number of players nearest to the one wanted that an edition has. */
export function nearestPlayers(edition: EditionInfo, wanted: number): number {
  return edition.players.reduce((best, n) =>
    Math.abs(n - wanted) < Math.abs(best - wanted) ? n : best,
  );
}

export function seatsOf(edition: EditionInfo, players: number): readonly string[] {
  return edition.seats[String(players)] ?? [];
}

/** The seat that a role takes first: Mister X's, or the first of the others; null: none. */
export function seatOfRole(seats: readonly string[], role: Role): string | null {
  if (role === 'watch') return null;
  const hasX = seats.includes('X');
  if (role === 'x' && hasX) return 'X';
  return seats.find((seat) => seat !== 'X') ?? null;
}

/** Everybody seated as wanted: oneself by one's role, all others alike. */
export function seated(seats: readonly string[], wanted: Wanted): Record<string, SeatDraft> {
  const others = ({ bots: 'bot', friends: 'open', device: 'device' } as const)[wanted.company];
  const mine = seatOfRole(seats, wanted.role);
  return Object.fromEntries(
    seats.map((seat) => [
      seat,
      { who: seat === mine ? 'me' : others, name: '', player: wanted.player },
    ]),
  );
}

/** A first draft for an edition. */
export function draftOf(edition: EditionInfo, players: number, wanted: Wanted): Draft {
  const n = nearestPlayers(edition, players);
  return {
    edition: edition.name,
    players: n,
    seats: seated(seatsOf(edition, n), wanted),
    options: { ...edition.options },
    title: '',
    clock: { kind: 'none', seconds: 0, on_time: 'bot' },
    spectators: wanted.role === 'watch',
    delay: 0,
    deduction: true,
    hints: null,
    drawn: false,
    first: null,
  };
}

/** The same draft for another edition or number of players. */
export function withEdition(
  draft: Draft,
  edition: EditionInfo,
  players: number,
  wanted: Wanted,
): Draft {
  const fresh = draftOf(edition, players, wanted);
  const isSame = draft.edition === edition.name;
  return {
    ...draft,
    edition: fresh.edition,
    players: fresh.players,
    seats: fresh.seats,
    options: isSame ? draft.options : fresh.options,
  };
}

/** Put somebody on a seat. There is one of oneself: where one sat before, they change places. */
export function withSeat(draft: Draft, seat: string, put: Partial<SeatDraft>): Draft {
  const before = draft.seats[seat];
  if (before === undefined) return draft;
  const seats = { ...draft.seats, [seat]: { ...before, ...put } };
  if (put.who === 'me') {
    for (const [other, sits] of Object.entries(draft.seats)) {
      if (other !== seat && sits.who === 'me') seats[other] = { ...before };
    }
  }
  return { ...draft, seats };
}

/** Give every computer player the same strength. */
export function withPlayer(draft: Draft, player: string): Draft {
  const seats = Object.entries(draft.seats).map(([seat, sits]) => [seat, { ...sits, player }]);
  return { ...draft, seats: Object.fromEntries(seats) as Draft['seats'] };
}

/** Whether there are hints if nothing is said: for who is here against computers alone, untimed. */
export function usualHints(draft: Draft): boolean {
  const people = Object.entries(draft.seats).filter(([, { who }]) => who !== 'bot');
  // Those against Mister X see the same; in the card game, where nobody is he, each sees his own.
  const hasX = 'X' in draft.seats;
  const sides = new Set(people.map(([seat]) => (hasX ? seat === 'X' : seat)));
  return (
    draft.clock.kind === 'none' &&
    sides.size === 1 &&
    people.every(([, { who }]) => who === 'me' || who === 'device')
  );
}

export function openSeats(draft: Draft): number {
  return Object.values(draft.seats).filter(({ who }) => who === 'open').length;
}

/** Whether seats are roles: in the card game the cards draw them. */
export function hasRoles(draft: Draft): boolean {
  return 'X' in draft.seats;
}

/** What is asked of the server; `nameOf` names those at this device who gave no name. */
export function planOf(draft: Draft, nameOf: (seat: string) => string): NewTable {
  const seats = Object.entries(draft.seats).map(([seat, sits]): [string, SeatPlan] => {
    const { who } = sits;
    if (who === 'bot') return [seat, { who, player: sits.player }];
    if (who === 'device') return [seat, { who, name: sits.name.trim() || nameOf(seat) }];
    return [seat, { who }];
  });
  const title = draft.title.trim();
  return {
    edition: draft.edition,
    players: draft.players,
    options: { ...draft.options },
    seats: Object.fromEntries(seats),
    roles: draft.drawn && hasRoles(draft) ? 'drawn' : 'chosen',
    clock: draft.clock,
    spectators: draft.spectators,
    spectator_delay: draft.spectators ? draft.delay : 0,
    deduction: draft.deduction,
    hints: draft.hints,
    first: draft.first,
    start: openSeats(draft) === 0,
    ...(title ? { title } : {}),
  };
}

const QUICK_EDITION = 'modern-2013';
const QUICK_PLAYERS = { x: 4, hunters: 2, cards: 4 } as const;

/** What is begun without choosing: a side of the board game, or the card game. */
export type Quick = keyof typeof QUICK_PLAYERS;

/** The computer player for somebody who does not want to choose: in the middle. */
export function usualBot(bots: readonly string[]): string | null {
  return bots[Math.floor(bots.length / 2)] ?? null;
}

/** The game for somebody who does not want to choose: the modern edition, against middling players. */
export function quickDraft(
  editions: readonly EditionInfo[],
  bots: readonly string[],
  quick: Quick,
): Draft | null {
  const edition = editions.find(({ name }) => name === QUICK_EDITION) ?? editions[0];
  const player = usualBot(bots);
  if (edition === undefined || player === null) return null;
  const role = quick === 'x' ? 'x' : 'hunters';
  const draft = draftOf(edition, QUICK_PLAYERS[quick], { role, company: 'bots', player });
  // Who is new sees his hand before anybody can search it, or can have won.
  return quick === 'cards'
    ? { ...draft, first: seatOfRole(Object.keys(draft.seats), role) }
    : draft;
}
