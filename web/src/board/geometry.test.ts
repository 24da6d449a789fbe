import { describe, expect, it } from 'vitest';
import { type BoardShape, circle, hexagon, readBoard, roundedSquare } from './geometry';

const SHAPE: BoardShape = {
  viewBox: '0 0 2400 1800',
  bleed: 200,
  stationRadius: 18,
  widths: { taxi: 4.8, bus: 5.4, underground: 7.4, ferry: 4.2 },
  gap: 3.6,
  stations: [
    { n: 1, x: 10, y: 20, transports: ['taxi'] },
    { n: 2, x: 110, y: 20, transports: ['taxi', 'bus', 'underground'] },
    { n: 3, x: 210, y: 20, transports: ['taxi', 'bus', 'ferry'] },
  ],
  lines: [
    { a: 1, b: 2, transport: 'taxi', d: 'M10 20L110 20', len: 100 },
    { a: 2, b: 3, transport: 'taxi', d: 'M110 20L210 20', len: 100 },
    { a: 2, b: 3, transport: 'bus', d: 'M110 24L210 24', len: 100 },
  ],
  river: [],
  lakes: [],
  parks: [],
  blocks: [],
  labels: [],
};

describe('a board', () => {
  const board = readBoard(SHAPE);
  it('gives a station the highest marker that it serves', () => {
    expect([1, 2, 3].map((n) => board.stations.get(n)?.kind)).toEqual([
      'taxi',
      'underground',
      'bus',
    ]);
    expect(board.stations.get(3)?.isPier).toBe(true);
  });
  it('joins the lines of a transport into one path', () => {
    expect(board.paths.taxi).toBe('M10 20L110 20M110 20L210 20');
    expect(board.paths.ferry).toBe('');
  });
  it('finds the lines between two stations, either way round', () => {
    expect(board.between(3, 2).map((line) => line.transport)).toEqual(['taxi', 'bus']);
    expect(board.between(1, 3)).toEqual([]);
  });
  it('knows what is around a station', () => {
    expect([...board.around(2)]).toEqual([
      [1, ['taxi']],
      [3, ['taxi', 'bus']],
    ]);
    expect(board.around(99).size).toBe(0);
  });
  it('draws a closed hexagon', () => {
    expect(hexagon(20, 100, 50)).toBe('M80 50l10 -17.4h20l10 17.4l-10 17.4h-20Z');
  });
});

describe('outlines', () => {
  it('begin at the left of a circle and above a square, and close', () => {
    expect(circle(5, 10, 20)).toBe('M5 20a5 5 0 1 1 10 0a5 5 0 1 1 -10 0Z');
    expect(roundedSquare(5, 2, 10, 20)).toBe(
      'M7 15h6a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2Z',
    );
  });
});
