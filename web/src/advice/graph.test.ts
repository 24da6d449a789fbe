import { describe, expect, it } from 'vitest';

import type { AnalysedMove } from '../generated/wire';
import { pointsOf, seenBy, sidesOf, xy } from './graph';

function move(number: number, by: string, after: number | null, isWorse = false): AnalysedMove {
  const better = isWorse
    ? { move: `${by}:T1`, value: 0.1, why: { code: 'nearer', numbers: { station: 1 } } }
    : null;
  return { number, round: 1, by, move: `${by}:T2`, before: after, after, better, where: {} };
}

const MOVES = [move(1, 'D1', null), move(2, 'X', 0.5), move(3, 'D1', 0.25, true), move(4, 'D2', 1)];

describe('an analysis as a graph', () => {
  it('has a line for each side, without start stations', () => {
    const [x, hunters] = sidesOf(MOVES);
    expect(x).toMatchObject({ isX: true, line: [{ at: 2, chance: 0.5 }], marks: [] });
    expect(hunters.line.map(({ at }) => at)).toEqual([3, 4]);
    expect(hunters.marks).toEqual([{ at: 3, chance: 0.25 }]);
  });

  it('stands over the moments of the timeline', () => {
    expect(xy({ at: 4, chance: 1 }, 4, 200, 50)).toEqual([200, 0]);
    expect(xy({ at: 0, chance: 0 }, 0, 200, 50)).toEqual([0, 50]);
    expect(pointsOf(sidesOf(MOVES)[1].line, 4, 200, 40)).toBe('150,30 200,0');
  });

  it('hides what Mister X thought from the eyes of the detectives', () => {
    const seen = seenBy(MOVES, 'hunters');
    expect(seen[1]).toMatchObject({ by: 'X', before: null, after: null, better: null });
    expect(seen[2]).toBe(MOVES[2]);
    expect(seenBy(MOVES, 'truth')).toBe(MOVES);
  });
});
