/** Who a shared device belongs to next, and whether the one before may watch the handing over. */

import type { TableShown } from '../generated/wire';

/** What a seat knows, by a name: seats with the same one need no guard between them. */
export function knowledge(game: TableShown['game'], seat: string): string {
  return game === 'chase' && seat !== 'X' ? 'hunters' : seat;
}

/** The seats of this device that a person plays. */
export function playedHere(table: TableShown, mine: readonly string[]): string[] {
  return table.seats
    .filter(({ seat, who, player }) => mine.includes(seat) && who === 'person' && player === null)
    .map(({ seat }) => seat);
}

/** True if people who must not share what they know sit at this device. */
export function isHotSeat(table: TableShown, mine: readonly string[]): boolean {
  return new Set(mine.map((seat) => knowledge(table.game, seat))).size > 1;
}

/** True if everybody who plays sits at this device: then its clock may be stopped. */
export function isWholeTable(table: TableShown, mine: readonly string[]): boolean {
  return table.seats.every(({ seat, who }) => who === 'bot' || mine.includes(seat));
}

export interface Handover {
  seat: string;
  /** True if the guard has to stand between. */
  guarded: boolean;
}

/** The seat that the device should go to now; null: it stays where it is. */
export function handover(
  table: TableShown,
  mine: readonly string[],
  watched: string | null,
  toAct: readonly string[],
): Handover | null {
  if (table.phase !== 'playing') return null;
  const waiting = playedHere(table, mine).filter((seat) => toAct.includes(seat));
  if (waiting.length === 0 || (watched !== null && waiting.includes(watched))) return null;
  const same = waiting.find(
    (seat) => watched !== null && knowledge(table.game, seat) === knowledge(table.game, watched),
  );
  const seat = same ?? waiting[0];
  if (seat === undefined) return null;
  return { seat, guarded: same === undefined && isHotSeat(table, mine) };
}

/** The seat with which a page of this table begins; null: it looks on. */
export function firstSeat(
  table: TableShown,
  mine: readonly string[],
  toAct: readonly string[],
): string | null {
  const waiting = playedHere(table, mine).filter((seat) => toAct.includes(seat));
  return waiting[0] ?? mine[0] ?? null;
}
