/** Going over the map by keys, from station to station. */
import type { Point } from './viewport';

export type Direction = 'left' | 'right' | 'up' | 'down';

interface Place extends Point {
  readonly n: number;
}

const AHEAD: Readonly<Record<Direction, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** The nearest station in a direction; what lies aside counts double. */
export function nextStation(
  stations: Iterable<Place>,
  from: Point,
  direction: Direction,
): number | null {
  const ahead = AHEAD[direction];
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { n, x, y } of stations) {
    const dx = x - from.x;
    const dy = y - from.y;
    const along = dx * ahead.x + dy * ahead.y;
    const aside = Math.abs(dx * ahead.y - dy * ahead.x);
    if (along < 1 || aside > along * 1.8) continue;
    const away = along + 2 * aside;
    if (away < least) {
      least = away;
      best = n;
    }
  }
  return best;
}

/** The station nearest to a point. */
export function nearest(stations: Iterable<Place>, to: Point): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { n, x, y } of stations) {
    const away = Math.hypot(x - to.x, y - to.y);
    if (away < least) {
      least = away;
      best = n;
    }
  }
  return best;
}

/** The next of a list after one that may not be in it, round and round. */
export function following(
  list: readonly number[],
  after: number | null,
  step: 1 | -1,
): number | null {
  if (!list.length) return null;
  const at = after === null ? -1 : list.indexOf(after);
  if (at < 0) return (step > 0 ? list[0] : list.at(-1)) ?? null;
  return list[(at + step + list.length) % list.length] ?? null;
}
