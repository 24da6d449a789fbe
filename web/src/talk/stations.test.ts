import { describe, expect, it } from 'vitest';
import { withStations } from './stations';

describe('stations in a text', () => {
  it('are found among words', () => {
    expect(withStations('I can close 102 if you take 13.', 199)).toEqual([
      { text: 'I can close ' },
      { station: 102 },
      { text: ' if you take ' },
      { station: 13 },
      { text: '.' },
    ]);
    expect(withStations('157', 199)).toEqual([{ station: 157 }]);
  });

  it('are not made of times, years, parts of numbers, or what is not on the map', () => {
    for (const text of ['20:15', '1983', '3.50', '200', '0', '007', 'no number', '']) {
      expect(withStations(text, 199).some((part) => 'station' in part)).toBe(false);
    }
  });
});
