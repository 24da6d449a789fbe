import { describe, expect, it } from 'vitest';
import { following, nearest, nextStation } from './steering';

const STATIONS = [
  { n: 1, x: 0, y: 0 },
  { n: 2, x: 100, y: 10 },
  { n: 3, x: 60, y: 90 },
  { n: 4, x: -50, y: 0 },
];

describe('steering by keys', () => {
  it('goes to the nearest station in a direction', () => {
    expect(nextStation(STATIONS, { x: 0, y: 0 }, 'right')).toBe(2);
    expect(nextStation(STATIONS, { x: 0, y: 0 }, 'left')).toBe(4);
    expect(nextStation(STATIONS, { x: 0, y: 0 }, 'down')).toBe(3);
    expect(nextStation(STATIONS, { x: 0, y: 0 }, 'up')).toBeNull();
  });
  it('finds the station nearest to a point', () => {
    expect(nearest(STATIONS, { x: 90, y: 0 })).toBe(2);
    expect(nearest([], { x: 0, y: 0 })).toBeNull();
  });
  it('goes through a list round and round', () => {
    expect(following([5, 7, 9], null, 1)).toBe(5);
    expect(following([5, 7, 9], null, -1)).toBe(9);
    expect(following([5, 7, 9], 9, 1)).toBe(5);
    expect(following([5, 7, 9], 5, -1)).toBe(9);
    expect(following([5, 7, 9], 6, 1)).toBe(5);
    expect(following([], 6, 1)).toBeNull();
  });
});
