import { describe, expect, it } from 'vitest';
import {
  blend,
  clamp,
  detail,
  fit,
  floatOver,
  frame,
  hidden,
  magnified,
  MARGIN,
  minScale,
  NO_INSETS,
  panBy,
  parseBox,
  pinch,
  reveal,
  toMap,
  toScreen,
  zoomAt,
} from './viewport';

const WORLD = parseBox('0 0 2400 1800');
const DESKTOP = { width: 1072, height: 844 };
const PHONE = { width: 390, height: 716 };
const SHEET = { ...NO_INSETS, bottom: 300 };
const VIEW = { x: 1200, y: 900, s: 1 };

describe('the view of the map', () => {
  it('reads the view box', () => {
    expect(WORLD).toEqual({ x: 0, y: 0, width: 2400, height: 1800 });
  });
  it('turns points on the screen into points of the map and back', () => {
    expect(toScreen(VIEW, DESKTOP, { x: 1200, y: 900 })).toEqual({ x: 536, y: 422 });
    expect(toMap({ ...VIEW, s: 2 }, DESKTOP, { x: 536, y: 0 })).toEqual({ x: 1200, y: 689 });
  });
  it('fits the whole board above the sheet', () => {
    const view = fit(PHONE, WORLD, SHEET);
    expect(view.s).toBeCloseTo(390 / 2400);
    expect(toScreen(view, PHONE, { x: 1200, y: 900 }).y).toBeCloseTo((716 - 300) / 2);
  });
  it('zooms at the pointer', () => {
    const at = { x: 100, y: 700 };
    const before = toMap(VIEW, DESKTOP, at);
    const after = toMap(zoomAt(VIEW, DESKTOP, at, 1.7), DESKTOP, at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });
  it('pans with the finger', () => {
    expect(panBy({ ...VIEW, s: 0.5 }, 10, -20)).toEqual({ x: 1180, y: 940, s: 0.5 });
  });
  it('keeps what is under two fingers', () => {
    const before = [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ] as const;
    const now = [
      { x: 150, y: 150 },
      { x: 350, y: 150 },
    ] as const;
    const view = pinch(VIEW, PHONE, before, now);
    expect(view.s).toBeCloseTo(2);
    for (const finger of [0, 1] as const) {
      const was = toMap(VIEW, PHONE, before[finger]);
      const is = toMap(view, PHONE, now[finger]);
      expect(is.x).toBeCloseTo(was.x);
      expect(is.y).toBeCloseTo(was.y);
    }
  });
  it('holds the middle within the board and its margin, the scale within its bounds', () => {
    const far = clamp({ x: -5000, y: 9000, s: 1 }, DESKTOP, WORLD);
    expect(toScreen(far, DESKTOP, { x: -MARGIN, y: 0 }).x).toBeCloseTo(0);
    expect(toScreen(far, DESKTOP, { x: 0, y: 1800 + MARGIN }).y).toBeCloseTo(844);
    expect(clamp({ ...VIEW, s: 99 }, DESKTOP, WORLD).s).toBe(2.5);
    expect(clamp({ ...VIEW, s: 0 }, DESKTOP, WORLD).s).toBe(minScale(DESKTOP, WORLD));
  });
  it('centres what is smaller than the container', () => {
    expect(clamp({ x: 0, y: 0, s: 0 }, PHONE, WORLD).y).toBeCloseTo(900);
  });
  it('lets the lower edge of the board come up to the sheet', () => {
    const low = clamp({ x: 1200, y: 9000, s: 1 }, PHONE, WORLD, SHEET);
    expect(toScreen(low, PHONE, { x: 0, y: 1800 + MARGIN }).y).toBeCloseTo(416);
  });
});

describe('framing', () => {
  const bounds = { least: 0.7, most: 1.1, padding: 60, insets: SHEET };
  it('shows all points where they fit', () => {
    const points = [
      { x: 1000, y: 800 },
      { x: 1200, y: 950 },
    ];
    const view = frame([points], PHONE, WORLD, bounds)!;
    for (const point of points) {
      const { x, y } = toScreen(view, PHONE, point);
      expect(x).toBeGreaterThanOrEqual(59);
      expect(x).toBeLessThanOrEqual(331);
      expect(y).toBeGreaterThanOrEqual(59);
      expect(y).toBeLessThanOrEqual(357);
    }
    expect(view.s).toBeLessThanOrEqual(1.1);
  });
  it('stays with the first point where not all fit', () => {
    const points = [
      { x: 1000, y: 800 },
      { x: 2300, y: 1700 },
    ];
    const view = frame([points], PHONE, WORLD, bounds)!;
    expect(view.s).toBe(0.7);
    const { x, y } = toScreen(view, PHONE, points[0]!);
    expect(x).toBeCloseTo(195);
    expect(y).toBeCloseTo(208);
  });
  it('shows fewer points where not all fit', () => {
    const near = [
      { x: 1000, y: 800 },
      { x: 1100, y: 820 },
    ];
    const all = [...near, { x: 2300, y: 1700 }];
    expect(frame([all, near], PHONE, WORLD, bounds)).toEqual(frame([near], PHONE, WORLD, bounds));
  });
  it('has nothing to show without points', () => {
    expect(frame([[]], PHONE, WORLD, bounds)).toBeNull();
  });
  it('moves no more than needed to bring a point into sight', () => {
    expect(reveal(VIEW, DESKTOP, WORLD, { x: 1200, y: 900 }, NO_INSETS, 40)).toBe(VIEW);
    const view = reveal(
      VIEW,
      DESKTOP,
      WORLD,
      { x: 1200, y: 1400 },
      { ...NO_INSETS, bottom: 100 },
      40,
    );
    expect(view.x).toBe(1200);
    expect(toScreen(view, DESKTOP, { x: 1200, y: 1400 }).y).toBeCloseTo(844 - 140);
  });
  it('flies from one view to another', () => {
    const to = { x: 300, y: 400, s: 0.5 };
    expect(blend(VIEW, to, 0)).toEqual(VIEW);
    const end = blend(VIEW, to, 1);
    expect(end.x).toBeCloseTo(300);
    expect(end.y).toBeCloseTo(400);
    expect(end.s).toBeCloseTo(0.5);
    expect(blend(VIEW, { ...VIEW, x: 1300 }, 0.5).x).toBeCloseTo(1250);
  });
});

describe('detail by scale', () => {
  it.each([
    [0.16, 0],
    [0.3, 1],
    [0.55, 2],
    [0.9, 3],
    [2.5, 3],
  ])('at %d is %d', (s, level) => {
    expect(detail(s)).toBe(level);
  });
  it('magnifies pieces only where they would be too small', () => {
    expect(magnified(1)).toBe(1);
    expect(magnified(0.25)).toBe(2);
    expect(magnified(0.1)).toBe(3.2);
  });

  it('knows what lies under the floats', () => {
    const buttons = { x: 328, y: 16, width: 46, height: 134 };
    expect(floatOver({ x: 340, y: 60 }, [buttons], 0)).toBe(buttons);
    expect(floatOver({ x: 300, y: 60 }, [buttons], 0)).toBeUndefined();
    expect(floatOver({ x: 300, y: 60 }, [buttons], 34)).toBe(buttons);
    const under = toMap(VIEW, PHONE, { x: 340, y: 60 });
    const beyond = toMap(VIEW, PHONE, { x: 200, y: 500 });
    const points = [under, beyond, { x: VIEW.x, y: VIEW.y - 100 }];
    expect(hidden(VIEW, PHONE, points, SHEET, [buttons], 34)).toBe(2);
  });
});
