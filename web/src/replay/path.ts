/** Mister X's way over the map, as far as a view shows it. */
import type { BoardMap } from '../board/geometry';
import { lineFor } from '../board/lines';
import type { ChaseView } from '../generated/wire';

/** So many of his last moves are numbered. */
export const NUMBERED = 8;

export interface Stretch {
  /** The window of the move. */
  readonly window: number;
  readonly d: string;
  readonly isRecent: boolean;
}

export interface Stop {
  readonly window: number;
  readonly station: number;
  /** Where he came by several times the numbers stand beside each other, from 0. */
  readonly place: number;
}

type Travelled = Pick<ChaseView, 'start_x' | 'log' | 'x'>;

/** The lines he took; only those of which both ends are known. */
export function stretchesOf(view: Travelled, board: BoardMap): Stretch[] {
  const stations = [view.start_x, ...view.log.map(({ station }) => station)];
  return view.log.flatMap(({ ticket }, at) => {
    const from = stations[at] ?? null;
    const to = stations[at + 1] ?? null;
    if (from === null || to === null) return [];
    const d = lineFor(board, from, to, ticket)?.d;
    return d ? [{ window: at + 1, d, isRecent: at >= view.log.length - NUMBERED }] : [];
  });
}

/** The numbers of his last moves where they led to, but for where he stands himself. */
export function stopsOf(view: Travelled): Stop[] {
  const stops: Stop[] = [];
  view.log.forEach(({ station }, at) => {
    const isHere = at === view.log.length - 1 && station === view.x;
    if (station === null || isHere || at < view.log.length - NUMBERED) return;
    const place = stops.filter((one) => one.station === station).length;
    stops.push({ window: at + 1, station, place });
  });
  return stops;
}
