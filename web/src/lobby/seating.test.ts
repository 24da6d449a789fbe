import { describe, expect, it } from 'vitest';

import type { SeatShown } from '../generated/wire';
import { seatForNewcomer } from './seating';

const seats = (all: Record<string, 'open' | 'person' | 'bot'>) =>
  Object.entries(all).map(([seat, who]) => ({ seat, who }) as SeatShown);

describe('the seat for somebody who did not say which', () => {
  it('is a detective’s, and Mister X only where nothing else is open', () => {
    expect(seatForNewcomer(seats({ X: 'open', H1: 'person', H2: 'open' }))).toBe('H2');
    expect(seatForNewcomer(seats({ X: 'open', H1: 'person', H2: 'bot' }))).toBe('X');
    expect(seatForNewcomer(seats({ P1: 'person', P2: 'open', P3: 'open' }))).toBe('P2');
    expect(seatForNewcomer(seats({ X: 'person', H1: 'bot' }))).toBeNull();
  });
});
