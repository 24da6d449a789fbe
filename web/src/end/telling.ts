/** How a game ended: who won, why, and Mister X's way. */

import { marksHidden } from '../chase/standing';
import type { CardsView, ChaseFacts, ChaseView, GameShown, TableShown } from '../generated/wire';

export interface Ending {
  winner: 'x' | 'hunters';
  reason: string;
}

export function isChase(view: ChaseView | CardsView): view is ChaseView {
  return 'hunters' in view;
}

export function endingOf(game: GameShown): Ending | null {
  const { view } = game;
  if (isChase(view)) {
    return view.outcome === null ? null : { winner: view.outcome[0], reason: view.outcome[1] };
  }
  return view.outcome === null
    ? null
    : { winner: view.outcome.winner, reason: view.outcome.reason };
}

/** Whether those at this device have won; null if they sat on both sides, or looked on. */
export function haveWon(
  table: TableShown,
  game: GameShown,
  mine: readonly string[],
): boolean | null {
  const ending = endingOf(game);
  if (ending === null || mine.length === 0) return null;
  const x = isChase(game.view) ? 'X' : game.view.x;
  const sides = new Set(mine.map((seat) => (seat === x ? 'x' : 'hunters')));
  if (sides.size !== 1 || !table.seats.some(({ seat }) => mine.includes(seat))) return null;
  return sides.has(ending.winner);
}

/** A station that Mister X came through; window 0 is his start. */
export interface Stop {
  station: number;
  window: number;
  /** Whether everybody saw him there, or he was hidden where that is the exception. */
  sign: 'eye' | 'eyeoff' | null;
}

/** The stations that Mister X came through, his start first. */
export function wayOf(view: ChaseView, facts: ChaseFacts | null): Stop[] {
  // A window that hid him has opened since, as he came back or at the end: it is seen all the same.
  const hid = (window: number): boolean =>
    facts !== null && marksHidden(facts) && !facts.shows.includes(window);
  const way: Stop[] =
    view.start_x === null ? [] : [{ station: view.start_x, window: 0, sign: null }];
  view.log.forEach(({ station, seen }, at) => {
    const window = at + 1;
    if (station !== null)
      way.push({ station, window, sign: hid(window) ? 'eyeoff' : seen ? 'eye' : null });
  });
  return way;
}

/** The side on which one who plays alone sits one seat further, if that is the other one. */
export function otherSide(
  { game, roles, seats }: Pick<TableShown, 'game' | 'roles' | 'seats'>,
  mine: string,
): 'x' | 'hunters' | null {
  // The cards, or lots, say there who is Mister X.
  if (game !== 'chase' || roles === 'drawn') return null;
  const next = seats[(seats.findIndex(({ seat }) => seat === mine) + 1) % seats.length];
  if (next === undefined || (next.seat === 'X') === (mine === 'X')) return null;
  return next.seat === 'X' ? 'x' : 'hunters';
}
