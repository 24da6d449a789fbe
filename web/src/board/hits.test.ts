import { describe, expect, it } from 'vitest';
import { hit } from './hits';

const at = (n: number, x: number, y = 0) => ({ n, x, y });
const TOUCH = { x: 0, y: 0 };

describe('a touch', () => {
  it('means the nearest legal station within 28 pixels, even if another is nearer', () => {
    expect(hit(TOUCH, [at(1, 5), at(2, 27)], new Set([2]))).toEqual({ kind: 'station', n: 2 });
  });
  it('means the nearest station within 22 pixels where none is legal there', () => {
    expect(hit(TOUCH, [at(1, 21), at(2, 29)], new Set([2]))).toEqual({ kind: 'station', n: 1 });
    expect(hit(TOUCH, [at(1, 23)], new Set())).toEqual({ kind: 'nothing' });
  });
  it('is asked about where two legal ones are about as near', () => {
    expect(hit(TOUCH, [at(1, 10), at(2, -12), at(3, 60)], new Set([1, 2, 3]))).toEqual({
      kind: 'doubt',
      among: [1, 2],
    });
  });
  it('is not asked about where one is clearly meant', () => {
    expect(hit(TOUCH, [at(1, 4), at(2, 40)], new Set([1, 2]))).toEqual({ kind: 'station', n: 1 });
  });
  it('means nothing on the empty map', () => {
    expect(hit(TOUCH, [at(1, 100)], new Set([1]))).toEqual({ kind: 'nothing' });
  });
});
