import { describe, expect, it } from 'vitest';
import { coveredSign, edgeSign, placed, type Sign } from './edges';
import { type Box, floatOver } from './viewport';

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
    expect(coveredSign({ x: 200, y: 30 }, [bar])).toBeNull();
    expect(coveredSign({ x: 100, y: 61 }, [bar])).toBeNull();
    expect(coveredSign({ x: 100, y: 50 }, [bar])).toMatchObject({ x: 100, y: 50 });
  });
});

describe('the places of signs', () => {
  const ROOM = { width: 80, height: 48 };
  const AREA = { x: 40, y: 24, width: 320, height: 152 };
  const sign = (x: number, y: number, of = { x, y }): Sign => ({ x, y, angle: 0, of });
  /** How near to a middle another box must not come, for a sign to lie free of it. */
  const lieOn = (signs: readonly Sign[], boxes: readonly Box[]): boolean =>
    signs.some(({ x, y }) =>
      boxes.some((box) => {
        const wide = { ...box, x: box.x - 40, width: box.width + 80 };
        return floatOver({ x, y }, [{ ...wide, y: box.y - 24, height: box.height + 48 }], 0);
      }),
    );
  it('are their own where nothing else is', () => {
    const there = sign(360, 100, { x: 900, y: 100 });
    expect(placed([there], ROOM, AREA, [])).toEqual([{ ...there, angle: 90 }]);
  });
  it('are apart from each other', () => {
    const [first, second] = placed([sign(40, 50), sign(42, 60)], ROOM, AREA, []);
    expect([first!.x, first!.y]).toEqual([40, 50]);
    const isApart = Math.abs(second!.x - first!.x) >= 80 || Math.abs(second!.y - first!.y) >= 48;
    expect(isApart).toBe(true);
  });
  it('lie on nothing that must be seen, but near, and still point there', () => {
    const target = { x: 170, y: 0, width: 60, height: 60 };
    const [moved] = placed([sign(200, 24, { x: 200, y: -50 })], ROOM, AREA, [target]);
    expect(lieOn([moved!], [target])).toBe(false);
    expect(moved!.y).toBe(24);
    expect(Math.abs(moved!.x - 200)).toBeLessThan(90);
    expect(Math.sign(moved!.angle)).toBe(Math.sign(200 - moved!.x));
  });
  it('are beside what floats over that of which they are the sign', () => {
    const bar = { x: 16, y: 16, width: 120, height: 44 };
    const [moved] = placed([sign(100, 50)], ROOM, AREA, [bar]);
    expect(lieOn([moved!], [bar])).toBe(false);
    expect(Math.hypot(moved!.x - 100, moved!.y - 50)).toBeLessThan(100);
  });
  it('are given up where there is no room left', () => {
    expect(placed([sign(100, 50)], ROOM, AREA, [{ x: 0, y: 0, width: 400, height: 200 }])).toEqual(
      [],
    );
  });
});
