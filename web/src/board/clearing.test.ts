import { describe, expect, it } from 'vitest';
import { clearest, gathered, loosened, ways } from './clearing';
import { frame, NO_INSETS, toScreen } from './viewport';

const SIZE = { width: 912, height: 664 };
const LOG = { ...NO_INSETS, bottom: 120 };
const BAR = { x: 16, y: 16, width: 680, height: 54 };
const ZOOM = { x: 846, y: 16, width: 50, height: 178 };
const SMALL = { x: 728, y: 402, width: 168, height: 126 };
const WORLD = { x: 0, y: 0, width: 2400, height: 1800 };

describe('keeping clear of what floats', () => {
  it('is done to either side of each', () => {
    expect(ways(LOG, SIZE, [])).toEqual([LOG]);
    expect(ways(LOG, SIZE, [BAR])).toEqual([LOG, { ...LOG, left: 696 }, { ...LOG, top: 70 }]);
    expect(ways(LOG, SIZE, [SMALL]).slice(1)).toEqual([
      { ...LOG, right: 184 },
      { ...LOG, bottom: 262 },
    ]);
    expect(ways(LOG, SIZE, [BAR, ZOOM, SMALL])).toHaveLength(27);
  });
  it('lets the map be moved out from under all of them, each to its cheaper side', () => {
    expect(loosened(LOG, SIZE, [BAR, ZOOM, SMALL])).toEqual({
      top: 70,
      right: 66,
      bottom: 262,
      left: 0,
    });
  });
  it('finds the view that hides least of what matters most', () => {
    const cover = { size: SIZE, insets: LOG, floats: [BAR, ZOOM, SMALL], reach: 34 };
    const corners = [
      { x: 300, y: 60 },
      { x: 1400, y: 700 },
    ];
    const framing = { least: 0.4, most: 0.75, padding: 48 };
    const views = ways(LOG, SIZE, cover.floats).flatMap(
      (insets) => frame([corners], SIZE, WORLD, { ...framing, insets }) ?? [],
    );
    const view = clearest(views, [corners], cover, ({ s }) => -s)!;
    for (const point of corners) {
      const { y } = toScreen(view, SIZE, point);
      expect(y).toBeGreaterThanOrEqual(70 + 34);
      expect(y).toBeLessThanOrEqual(664 - 120 - 34);
    }
    // The first group counts before the second, whatever comes at the end.
    const [here, there] = [
      { x: 1200, y: 900, s: 1 },
      { x: 400, y: 400, s: 1 },
    ];
    const best = (...groups: Parameters<typeof clearest>[1][number][]) =>
      clearest([here, there], groups, cover, ({ x }) => x);
    expect(best([here], [there])).toBe(here);
    expect(best([there], [here])).toBe(there);
    expect(best([])).toBe(there);
  });
  it('takes as many points together as can be, the closest first', () => {
    const [a, b, c] = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 500, y: 0 },
    ];
    const all = gathered([a, b, c]);
    expect(all).toHaveLength(7);
    expect(all[0]).toEqual([a, b, c]);
    expect(all[1]).toEqual([a, b]);
    expect(all[2]).toEqual([b, c]);
    expect(gathered([])).toEqual([]);
  });
});
