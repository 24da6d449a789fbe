import { describe, expect, it } from 'vitest';

import { hasTaught } from './teaching';

describe('what a frame tells one seat alone', () => {
  it('is a hand that it saw, and cards that came into its own', () => {
    expect(hasTaught([{ kind: 'hand', of: 'P2', hand: [4] }], 'P1')).toBe(true);
    expect(hasTaught([{ kind: 'drew', seat: 'P1', cards: [44] }], 'P1')).toBe(true);
    expect(hasTaught([{ kind: 'took', seat: 'P1', card: 12 }], 'P1')).toBe(true);
  });

  it('is nothing that others saw, or that all heard', () => {
    expect(hasTaught([{ kind: 'hand', of: 'P1', hand: [4] }], 'P1')).toBe(false);
    expect(hasTaught([{ kind: 'interrogated', by: 'P1', of: 'P2', found: false }], 'P1')).toBe(
      false,
    );
    expect(hasTaught([{ kind: 'drew', seat: 'P1', cards: [] }], 'P1')).toBe(false);
    expect(hasTaught([{ kind: 'moved', text: 'P1:12>L' }], 'P1')).toBe(false);
  });
});
