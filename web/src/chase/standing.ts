/** How things stand in a chase, read off the view for showing; nothing here decides anything. */
import type { ChaseFacts, ChaseView, Purse, TableShown } from '../generated/wire';
import { MISTER_X, parseChase, type Ticket, TRANSPORT_OF } from '../notation';
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
  readonly isMine: boolean;
}

/** The hunters' pieces in their order, with what is to be said of each. */
export function pieceRows(
  view: ChaseView,
  facts: ChaseFacts,
  offer: Offer,
  seat: string | null,
): PieceRow[] {
  const seatsOf = facts.pieces[String(view.players)] ?? {};
  return Object.entries(view.hunters)
    .sort(([one], [other]) => byPiece(one, other))
    .map(([piece, station]) => {
      const seats = seatsOf[piece] ?? [];
      const isMine = seat !== null && seats.includes(seat);
      const canGo = offer.pieces.includes(piece);
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
        canGo,
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

/** What a piece pays with, for presets and counts. */
export function heldBy(view: ChaseView, piece: string): Held {
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

/** The next window at which he will be seen; null if there is none any more. */
export function nextSeen(facts: ChaseFacts, filled: number): number | null {
  return facts.shows.find((window) => window > filled) ?? null;
}

/** True where being hidden is the exception, so that the hidden windows are the marked ones. */
export function marksHidden(facts: ChaseFacts): boolean {
  return facts.shows.length > facts.log / 2;
}

/** The window that is being filled, or was filled last. */
export function currentWindow(view: ChaseView): number {
  return view.turn === MISTER_X && !view.outcome ? view.log.length + 1 : view.log.length;
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
