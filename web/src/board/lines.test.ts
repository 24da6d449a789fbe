import { describe, expect, it } from 'vitest';
import { readBoard } from './geometry';
import { lineFor, onTheWay, pace, travelMs } from './lines';

const board = readBoard({
  viewBox: '0 0 100 100',
  bleed: 0,
  stationRadius: 18,
  widths: { taxi: 1, bus: 1, underground: 1, ferry: 1 },
  gap: 1,
  stations: [],
  lines: [
    { a: 1, b: 2, transport: 'underground', d: 'M0 0', len: 300 },
    { a: 1, b: 2, transport: 'taxi', d: 'M0 0', len: 200 },
  ],
  river: [],
  lakes: [],
  parks: [],
  blocks: [],
  labels: [],
});

/** A line five units above the straight way from (0, 0) to (100, 0). */
const track = { length: 100, at: (way: number) => ({ x: way, y: 5 }) };
const A = { x: 0, y: 0 };
const B = { x: 100, y: 0 };

describe('the line of a move', () => {
  it('is that of the ticket', () => {
    expect(lineFor(board, 2, 1, 'U')?.transport).toBe('underground');
  });
  it('is the shortest where the ticket does not say', () => {
    expect(lineFor(board, 1, 2, 'K')?.transport).toBe('taxi');
    expect(lineFor(board, 1, 2, null)?.transport).toBe('taxi');
    expect(lineFor(board, 1, 3, 'T')).toBeUndefined();
  });
});

describe('a piece on its way', () => {
  it('begins and ends in the middle of the stations', () => {
    expect(onTheWay(track, false, A, B, 0)).toEqual(A);
    expect(onTheWay(track, false, A, B, 1)).toEqual(B);
  });
  it('runs on the line between', () => {
    expect(onTheWay(track, false, A, B, 0.5)).toEqual({ x: 50, y: 5 });
    expect(onTheWay(track, true, B, A, 0.25)).toEqual({ x: 75, y: 5 });
  });
  it('goes straight where there is no line', () => {
    expect(onTheWay(null, false, A, B, 0.25)).toEqual({ x: 25, y: 0 });
  });
  it('takes half a second to nine tenths', () => {
    expect(travelMs(10)).toBe(500);
    expect(travelMs(300)).toBe(650);
    expect(travelMs(2000)).toBe(900);
  });
  it('starts and stops gently', () => {
    expect([pace(0), pace(0.5), pace(1)]).toEqual([0, 0.5, 1]);
    expect(pace(0.1)).toBeLessThan(0.1);
  });
});
