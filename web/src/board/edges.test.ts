import { describe, expect, it } from 'vitest';
import { apart, beside, coveredSign, edgeSign } from './edges';

const SIZE = { width: 400, height: 300 };
const INSETS = { top: 0, right: 0, bottom: 100, left: 0 };
const PADDING = { width: 40, height: 20 };

describe('the sign of a target outside the view', () => {
  it('is not there for one in sight', () => {
    expect(edgeSign({ x: 200, y: 50 }, SIZE, INSETS, PADDING)).toBeNull();
  });
  it('counts what the sheet covers as out of sight', () => {
    expect(edgeSign({ x: 200, y: 250 }, SIZE, INSETS, PADDING)).toEqual({
      x: 200,
      y: 180,
      angle: 180,
    });
  });
  it('sits at the edge on the way there', () => {
    expect(edgeSign({ x: 900, y: 100 }, SIZE, INSETS, PADDING)).toEqual({
      x: 360,
      y: 100,
      angle: 90,
    });
    const up = edgeSign({ x: 200, y: -400 }, SIZE, INSETS, PADDING)!;
    expect([up.x, up.y, up.angle]).toEqual([200, 20, 0]);
  });
  it('counts what lies under something that floats as out of sight', () => {
    const bar = { x: 16, y: 16, width: 120, height: 44 };
    const sign = (x: number, y: number) => coveredSign({ x, y }, SIZE, INSETS, PADDING, [bar]);
    expect(sign(200, 30)).toBeNull();
    expect(sign(100, 61)).toBeNull();
    // Beside the bar, at the height of the point, which lies to the left.
    expect(sign(100, 50)).toEqual({ x: 176, y: 50, angle: -90 });
    // Not cut by the upper edge: the point lies to the left and a little higher.
    expect(sign(100, 18)).toMatchObject({ x: 176, y: 20 });
    expect(sign(100, 18)!.angle).toBeCloseTo(-88.5, 1);
  });
  it('keeps clear of other signs', () => {
    const [first, second] = apart(
      [
        { x: 10, y: 50 },
        { x: 12, y: 60 },
      ],
      80,
      48,
      150,
    );
    expect(first).toEqual({ x: 10, y: 50 });
    expect(second).toEqual({ x: 12, y: 98 });
    const low = [
      { x: 10, y: 250 },
      { x: 12, y: 260 },
    ];
    expect(apart(low, 80, 48, 150)[1]).toEqual({ x: 12, y: 202 });
  });
  it('moves out from under what floats, towards the middle', () => {
    const size = { width: 400, height: 300 };
    const half = { width: 50, height: 20 };
    const buttons = { x: 340, y: 16, width: 44, height: 130 };
    expect(beside({ x: 346, y: 100 }, size, half, [buttons])).toEqual({ x: 290, y: 100 });
    expect(beside({ x: 346, y: 200 }, size, half, [buttons])).toEqual({ x: 346, y: 200 });
    const corner = { x: 16, y: 16, width: 60, height: 44 };
    expect(beside({ x: 54, y: 30 }, size, half, [buttons, corner])).toEqual({ x: 126, y: 30 });
  });
});
