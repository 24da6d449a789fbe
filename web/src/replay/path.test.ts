import { describe, expect, it } from 'vitest';

import { type BoardShape, readBoard } from '../board/geometry';
import type { LogWindow } from '../generated/wire';
import { stopsOf, stretchesOf } from './path';

const line = (a: number, b: number, transport: 'taxi' | 'bus' | 'ferry', len: number) => ({
  a,
  b,
  transport,
  len,
  d: `${transport}${a}-${b}`,
});
const board = readBoard({
  viewBox: '0 0 100 100',
  stations: [],
  lines: [line(1, 2, 'taxi', 10), line(1, 2, 'bus', 20), line(2, 3, 'ferry', 30)],
} as unknown as BoardShape);

const log = (...stations: (number | null)[]): LogWindow[] =>
  stations.map((station) => ({ ticket: 'B', station, seen: false }));

describe('the way of Mister X', () => {
  it('runs along the line of the ticket, and by black along the one there is', () => {
    const view = {
      start_x: 1,
      x: 3,
      log: [...log(2), { ticket: 'K', station: 3, seen: false } as const],
    };
    expect(stretchesOf(view, board)).toEqual([
      { window: 1, d: 'bus1-2', isRecent: true },
      { window: 2, d: 'ferry2-3', isRecent: true },
    ]);
  });

  it('has gaps where somebody does not know a station', () => {
    expect(stretchesOf({ start_x: null, x: null, log: log(1, null, 2, 1) }, board)).toEqual([
      { window: 4, d: 'bus1-2', isRecent: true },
    ]);
  });

  it('is numbered for the last eight moves, but not where he stands', () => {
    const view = { start_x: 2, x: 2, log: log(1, 2, 1, 2, 1, 2, 1, 2, 1, 2) };
    const stops = stopsOf(view);
    expect(stops.map(({ window }) => window)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(stops.filter(({ station }) => station === 2).map(({ place }) => place)).toEqual([
      0, 1, 2,
    ]);
    expect(stretchesOf(view, board).filter(({ isRecent }) => isRecent)).toHaveLength(8);
  });
});
