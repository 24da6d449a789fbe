/** How a game ended: who won, why, and Mister X's way. */

import type { CardsView, ChaseView, GameShown, TableShown } from '../generated/wire';

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

/** The stations that Mister X came through, his start first, with the windows he was seen at. */
export function wayOf(view: ChaseView): { station: number; window: number; seen: boolean }[] {
  const way = view.start_x === null ? [] : [{ station: view.start_x, window: 0, seen: false }];
  view.log.forEach(({ station, seen }, at) => {
    if (station !== null) way.push({ station, window: at + 1, seen });
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
