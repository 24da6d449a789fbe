import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, addTexts, setLanguage } from '../i18n/index.svelte';
import { cardAdvice, cardOf } from './cards';
import { TEXTS } from './texts';
import { whyWords } from './words';

const SEAT = { who: 'person', player: null, until: null } as const;
const TABLE = {
  seats: [
    { ...SEAT, seat: 'P1', name: 'Ada' },
    { ...SEAT, seat: 'P2', name: 'Ben' },
  ],
};
const COLOURS = 'TBUK'.repeat(22) + 'TB';
const said = (move: string, phase = 'play') =>
  cardAdvice(TABLE, { colours: COLOURS, phase } as Parameters<typeof cardAdvice>[1], move);

beforeAll(async () => {
  await addTexts(TEXTS);
});

describe('advice in the card game', () => {
  it('is said in a sentence, whatever is asked', async () => {
    await setLanguage('en');
    expect(said('P1:38>M')).toBe('Play bus 38 on pile B.');
    expect(said('P1:3>new')).toBe('Discard underground 3 for three new piles.');
    expect(said('P1:hideout', 'action')).toBe('Hide-out.');
    expect(said('P1:?P2', 'search')).toBe('Search Ben.');
    expect(said('P1:?P2', 'interrogate')).toBe('Question Ben.');
    expect(said('P1:drop 5', 'give')).toBe('Give up taxi 5.');
    expect(said('P1:lay 7', 'hideout')).toBe('Lay underground 7 into the hide-out.');
    expect(said('P1:lay X', 'hideout')).toBe('Lay the Mister X card into the hide-out.');
  });

  it.each(LANGUAGES)('leaves nothing open in %s', async (language) => {
    await setLanguage(language);
    for (const move of ['P1:38>M', 'P1:3>new', 'P1:trail', 'P1:?P2', 'P1:drop 5', 'P1:lay X'])
      expect(said(move)).toMatch(/^\p{Lu}.*\.$/u);
    for (const count of [1, 2])
      expect(whyWords({ code: 'card_buy_drain', numbers: { count } })).toMatch(/\p{L}\.$/u);
  });

  it('knows which card of the hand it is about', () => {
    expect(cardOf('P1:38>M')).toBe(38);
    expect(cardOf('P1:3>new')).toBe(3);
    expect(cardOf('P1:lay X')).toBe('X');
    expect(cardOf('P1:?P2')).toBeNull();
    expect(cardOf('P1:buy')).toBeNull();
    expect(cardOf('nonsense')).toBeNull();
  });
});
