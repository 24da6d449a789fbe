import { describe, expect, it } from 'vitest';

import { forget, keep, type Kept, readKept } from './kept';
import { aGame, aStorage, aView } from './sample';

describe('a game at a real table', () => {
  it('is kept, one for each role', () => {
    const storage = aStorage();
    const game: Kept = {
      ...aGame(['D1@26', 'X:T?']),
      shown: { count: 2, answer: { view: aView(), open: aView(), next: ['D1:T15'] } },
      amendments: ['D1:T15 seen 15'],
    };
    keep('hunters', game, storage);
    expect(readKept('hunters', storage)).toEqual(game);
    expect(readKept('x', storage)).toBeNull();
    forget('hunters', storage);
    expect(readKept('hunters', storage)).toBeNull();
  });

  it.each([
    ['no JSON', '{'],
    ['a number', '5'],
    ['a list', '[]'],
    ['no entries', JSON.stringify({ ...aGame([]), entries: undefined })],
    ['entries that are no texts', JSON.stringify({ ...aGame([]), entries: [1] })],
    ['an entry that is too long', JSON.stringify({ ...aGame([]), entries: ['x'.repeat(41)] })],
    ['options that are none', JSON.stringify({ ...aGame([]), options: { a: 1 } })],
    ['nothing to draw it with', JSON.stringify({ ...aGame([]), facts: {} })],
    ['no edition', JSON.stringify({ ...aGame([]), edition: 7 })],
  ])('is none where there is %s', (_, text) => {
    const storage = aStorage();
    storage.setItem('misterx.companion.x', text);
    expect(readKept('x', storage)).toBeNull();
  });

  it('is asked for anew where the last answer makes no sense', () => {
    const storage = aStorage();
    for (const shown of [
      { count: 3, answer: { view: aView(), open: aView(), next: [] } },
      { count: 1, answer: { view: {}, open: aView(), next: [] } },
      { count: 1, answer: { view: aView(), open: aView(), next: [5] } },
      'nonsense',
    ]) {
      storage.setItem('misterx.companion.x', JSON.stringify({ ...aGame(['D1@26']), shown }));
      expect(readKept('x', storage)?.entries).toEqual(['D1@26']);
      expect(readKept('x', storage)?.shown).toBeNull();
    }
  });

  it('lasts as long as the page where nothing may be kept', () => {
    const closed = new Proxy({} as Storage, {
      get() {
        throw new Error('forbidden');
      },
    });
    expect(() => keep('x', aGame([]), closed)).not.toThrow();
    expect(() => forget('x', closed)).not.toThrow();
    expect(readKept('x', closed)).toBeNull();
  });
});
