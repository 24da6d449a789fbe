/** How things stand in a chase, read off the view for showing; nothing here decides anything. */
import type { ChaseFacts, ChaseView, Purse, TableShown } from '../generated/wire';
import { type Fare, MISTER_X, parseChase, type Ticket, TRANSPORT_OF } from '../notation';
import { byPiece, type Held, type Offer } from './choosing';

/** Where a piece is in the round. */
export type PieceState = 'waits' | 'to_move' | 'blocked' | 'moved';

export interface PieceRow {
  readonly piece: string;
  /** The seats that may move it. */
  readonly seats: readonly string[];
  readonly station: number | null;
  readonly purse: Purse | null;
  readonly state: PieceState;
  /** True if it can be chosen here and now. */
  readonly canGo: boolean;
  /** The other seat at this device that moves it, if the one that is watched does not. */
  readonly from?: string | null;
  readonly isMine: boolean;
}

/** The hunters' pieces in their order, with what is to be said of each. */
export function pieceRows(
  view: ChaseView,
  facts: ChaseFacts,
  offer: Offer,
  seat: string | null,
  others: readonly string[] = [],
): PieceRow[] {
  const seatsOf = facts.pieces[String(view.players)] ?? {};
  return Object.entries(view.hunters)
    .sort(([one], [other]) => byPiece(one, other))
    .map(([piece, station]) => {
      const seats = seatsOf[piece] ?? [];
      const isMine = seat !== null && seats.includes(seat);
      const canGo = offer.pieces.includes(piece);
      const isDue = view.turn === 'hunters' && view.to_move.includes(piece);
      const from = (!isMine && isDue && seats.find((one) => others.includes(one))) || null;
      return {
        piece,
        seats,
        station,
        purse: view.tickets[piece] ?? null,
        state: stateOf(
          view,
          piece,
          isMine && !canGo && offer.pieces.length > 0 && !facts.in_fixed_order,
        ),
        canGo: canGo || from !== null,
        from,
        isMine,
      };
    });
}

/** `isLeftOut`: others of the same seat can go and it cannot; in a fixed order it may just not be its turn. */
function stateOf(view: ChaseView, piece: string, isLeftOut: boolean): PieceState {
  if (view.moved.includes(piece)) return 'moved';
  if (view.turn !== 'hunters' || !view.to_move.includes(piece)) return 'waits';
  return isLeftOut ? 'blocked' : 'to_move';
}

/** What a piece pays with, for presets and counts; `spent`: played before, in the same move. */
export function heldBy(view: ChaseView, piece: string, spent: Fare = null): Held {
  const held = heldInAll(view, piece);
  const n = spent && held[spent];
  return spent && n ? { ...held, [spent]: n - 1 } : held;
}

function heldInAll(view: ChaseView, piece: string): Held {
  if (piece === MISTER_X) {
    const { taxi, bus, underground, black } = view.mister_x;
    const { supply } = view;
    return {
      T: taxi ?? supply?.taxi ?? null,
      B: bus ?? supply?.bus ?? null,
      U: underground ?? supply?.underground ?? null,
      K: black,
    };
  }
  const purse = view.tickets[piece] ?? view.pool;
  return purse ? { T: purse.taxi, B: purse.bus, U: purse.underground } : {};
}

/** How many of a ticket a purse holds. */
export function countOf(purse: Purse, ticket: Exclude<Ticket, 'K'>): number {
  return purse[TRANSPORT_OF[ticket]];
}

/** The first windows of double moves, by the history as this seat saw it. */
export function doubleWindows(history: readonly string[]): Set<number> {
  const found = new Set<number>();
  let windows = 0;
  for (const text of history) {
    const move = parseChase(text);
    if (move?.kind !== 'go' || move.piece !== MISTER_X) continue;
    if (move.legs.length === 2) found.add(windows + 1);
    windows += move.legs.length;
  }
  return found;
}

/** The last window at which everybody saw Mister X, and his station there. */
export function lastSeen(view: ChaseView): { window: number; station: number } | null {
  for (let at = view.log.length - 1; at >= 0; at -= 1) {
    const window = view.log[at]!;
    if (window.seen && window.station !== null) return { window: at + 1, station: window.station };
  }
  return null;
}

/** He was seen with his last move, where that is something special. */
export function isSighted(view: ChaseView, facts: ChaseFacts): boolean {
  return !marksHidden(facts) && view.log.at(-1)?.seen === true;
}

/** What tells how long a game may still last. */
type Moment = Pick<ChaseView, 'round' | 'turn' | 'pending' | 'log' | 'mister_x' | 'outcome'>;

/** Mister X is to fill a window; while he is only asked something about his move, he has done it. */
function isToFill({ turn, pending }: Pick<Moment, 'turn' | 'pending'>): boolean {
  return turn === MISTER_X && pending === null;
}

/** The round that ends the game at the latest: one window each is left for those after this one. */
export function lastRound(facts: ChaseFacts, moment: Moment): number {
  const { round, log } = moment;
  const left = facts.log - log.length - (isToFill(moment) ? 1 : 0);
  return Math.min(facts.rounds, round + left);
}

/** The next window at which he will be seen; null if none can be filled any more. */
export function nextSeen(facts: ChaseFacts, moment: Moment): number | null {
  const { round, log, mister_x, outcome } = moment;
  if (outcome) return null;
  const moves = facts.rounds - round + (isToFill(moment) ? 1 : 0);
  const last = log.length + moves + Math.min(mister_x.double, moves);
  return facts.shows.find((window) => window > log.length && window <= last) ?? null;
}

/** True where being hidden is the exception, so that the hidden windows are the marked ones. */
export function marksHidden(facts: ChaseFacts): boolean {
  return facts.shows.length > facts.log / 2;
}

/** The window that is being filled, or was filled last. */
export function currentWindow(view: ChaseView): number {
  return isToFill(view) && !view.outcome ? view.log.length + 1 : view.log.length;
}

/** The seats that are away: people whom nobody has heard of for a while. */
export function awaySeats(
  table: Pick<TableShown, 'seats'>,
  presence: readonly string[],
): Set<string> {
  return new Set(
    table.seats
      .filter(({ seat, who }) => who === 'person' && !presence.includes(seat))
      .map(({ seat }) => seat),
  );
}

/** One move of the game, with its round. */
export interface Told {
  readonly round: number;
  readonly text: string;
}

/** The history with rounds: every move of Mister X begins one. */
export function chronicle(history: readonly string[]): Told[] {
  let round = 0;
  return history.map((text) => {
    const move = parseChase(text);
    if (move?.kind === 'go' && move.piece === MISTER_X) round += 1;
    return { round, text };
  });
}
