import { describe, expect, it } from 'vitest';
import { withStations } from './stations';

/** A map with a gap: 100 is missing. */
const MAP = new Set([13, 102, 157, 200]);

describe('stations in a text', () => {
  it('are found among words', () => {
    expect(withStations('I can close 102 if you take 13.', MAP)).toEqual([
      { text: 'I can close ' },
      { station: 102 },
      { text: ' if you take ' },
      { station: 13 },
      { text: '.' },
    ]);
    expect(withStations('157', MAP)).toEqual([{ station: 157 }]);
  });

  it('are not made of times, years, parts of numbers, or what is not on the map', () => {
    for (const text of ['20:15', '1983', '3.50', '100', '0', '007', 'no number', '']) {
      expect(withStations(text, MAP).some((part) => 'station' in part)).toBe(false);
    }
  });
});
