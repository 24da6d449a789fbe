import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Attention, keepLooked, readLooked } from './attention';

describe('what was missed', () => {
  it('is several moves since the last visit', () => {
    expect(new Attention(4, 0).back(7, 0)).toEqual({ why: 'visit', since: 4, n: 3 });
    expect(new Attention(4, 0).back(5, 0)).toBeNull();
    expect(new Attention(7, 0).back(7, 0)).toBeNull();
  });

  it('is what happened on a tab that was not in sight', () => {
    const attention = new Attention(2, 0);
    attention.back(2, 0);
    expect(attention.follow(3)).toBe(true);
    attention.leave('hidden', 10);
    expect(attention.follow(4)).toBe(false);
    expect(attention.follow(6)).toBe(false);
    expect(attention.back(6, 20)).toEqual({ why: 'hidden', since: 3, n: 3 });
    expect(attention.back(6, 20)).toBeNull();
  });

  it('is said after every loss that somebody noticed, also if nothing happened', () => {
    const attention = new Attention(2, 0);
    attention.back(2, 0);
    attention.leave('lost', 1_000);
    expect(attention.back(2, 2_900)).toBeNull();
    attention.leave('lost', 5_000);
    attention.leave('lost', 6_900);
    expect(attention.back(2, 7_000)).toEqual({ why: 'lost', since: 2, n: 0 });
    attention.leave('hidden', 10_000);
    attention.leave('lost', 11_000);
    expect(attention.back(3, 15_000)).toEqual({ why: 'lost', since: 2, n: 1 });
  });

  it('is nothing where moves were taken back', () => {
    expect(new Attention(9, 0).back(5, 0)).toBeNull();
  });
});

describe('what is kept of a visit', () => {
  let kept: Record<string, string>;
  beforeEach(() => {
    kept = {};
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, text: string) => (kept[key] = text),
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('is a number for each table, the latest fifty', () => {
    expect(readLooked('AAAA')).toBeNull();
    keepLooked('AAAA', 3);
    keepLooked('AAAA', 4);
    expect(readLooked('AAAA')).toBe(4);
    for (let n = 0; n < 50; n += 1) keepLooked(`B${n}`, n);
    expect(readLooked('AAAA')).toBeNull();
    expect(readLooked('B0')).toBe(0);
  });

  it('is nothing where it is not understood or not allowed', () => {
    kept['misterx.looked'] = '{"no": "list"}';
    expect(readLooked('AAAA')).toBeNull();
    kept['misterx.looked'] = '[["AAAA", "x"], 5, ["BBBB", 2]]';
    expect([readLooked('AAAA'), readLooked('BBBB')]).toEqual([null, 2]);
    vi.unstubAllGlobals();
    expect(readLooked('BBBB')).toBeNull();
    expect(() => keepLooked('BBBB', 1)).not.toThrow();
  });
});
