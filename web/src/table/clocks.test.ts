import { describe, expect, it } from 'vitest';
import type { ClockShown, TableShown } from '../generated/wire';
import { clocksOf } from './clocks';

const chase = { game: 'chase' } as TableShown;
const clock = (running: string[], choice: number | null = null): ClockShown => ({
  left: { X: 60_000, hunters: 90_000 },
  running,
  choice,
});

describe('clocks in the bar', () => {
  it('are those that run, and one’s own', () => {
    expect(clocksOf(chase, clock(['X']), 'H1')).toEqual([
      { who: 'X', left: 60_000, isRunning: true },
      { who: 'hunters', left: 90_000, isRunning: false },
    ]);
    expect(clocksOf(chase, clock(['X']), null)).toEqual([
      { who: 'X', left: 60_000, isRunning: true },
    ]);
  });

  it('show the time for a choice while it is open', () => {
    expect(clocksOf(chase, clock(['X'], 20_000), 'X')[0]?.left).toBe(20_000);
  });

  it('are none without a clock', () => {
    expect(clocksOf(chase, null, 'X')).toEqual([]);
    expect(clocksOf(null, clock([]), 'X')).toEqual([]);
  });
});
