import { beforeAll, describe, expect, it } from 'vitest';

import type { Cast } from '../chase/words';
import type { AnalysedMove } from '../generated/wire';
import { addTexts, setLanguage } from '../i18n/index.svelte';
import { TEXTS as REPLAY } from '../replay/texts';
import { TEXTS } from './texts';
import { verdictWords, whyWords } from './words';

beforeAll(async () => {
  await setLanguage('en');
  await Promise.all([addTexts(TEXTS), addTexts(REPLAY)]);
});

const CAST = {
  seat: null,
  table: { players: 3, seats: [{ seat: 'H1', name: 'Ada' }] },
  facts: { pieces: { '3': { D1: ['H1'] } } },
} as unknown as Cast;

const move = (by: string, more: Partial<AnalysedMove> = {}): AnalysedMove => ({
  number: 4,
  round: 1,
  by,
  move: `${by}:T2`,
  before: 0.2,
  after: 0.714,
  better: null,
  where: {},
  ...more,
});

describe('what is thought of a move', () => {
  it('says who could judge it so', () => {
    expect(verdictWords(CAST, move('X'))).toBe('Mister X’s chance, as he could see it: 71\u00a0%.');
    expect(verdictWords(CAST, move('D1'))).toBe(
      'Mister X’s chance, as the detectives could see it: 71\u00a0%.',
    );
    expect(verdictWords(CAST, move('D1', { after: null }))).toBe('');
  });

  it('says nothing of chances after the move that ended the game', () => {
    expect(verdictWords(CAST, move('D1'), true)).toBe('');
    const why = { code: 'nearer', numbers: { station: 14 } };
    const better = { move: 'D1:T14', value: 0.2, why };
    expect(verdictWords(CAST, move('D1', { better }), true)).toMatch(/^With a better move 20/);
  });

  it('says how much better another move would have been', () => {
    const why = { code: 'nearer', numbers: { station: 14 } };
    const words = verdictWords(CAST, move('D1', { better: { move: 'D1:T14', value: 0.2, why } }));
    expect(words).toContain('71\u00a0%. With a better move 20\u00a0%: ');
    expect(words).toContain('The move to 14 brings this piece nearer to the stations');
  });
});

it.each([
  ['en', 'it is one move to 1 of them'],
  ['de', 'zu 1 davon ist es von 9 nur ein Zug'],
  ['fr', 'l’une d’elles est à un coup de 9'],
  ['it', 'una di queste è a una mossa da 9'],
  ['nl', 'één zet naar 1 ervan'],
] as const)('a reason with one station is right in %s', async (language, words) => {
  await setLanguage(language);
  expect(whyWords({ code: 'cover', numbers: { station: 9, count: 1, of: 53 } })).toContain(words);
});

it('speaks of Mister X to everybody but himself', async () => {
  await setLanguage('en');
  const hidden = { code: 'stay_hidden', numbers: {} };
  expect(whyWords(hidden)).toBe('Nobody knows where Mister X is, and it should stay so.');
  expect(whyWords(hidden, 'H1')).toBe(whyWords(hidden));
  expect(whyWords(hidden, 'X')).toBe('Nobody knows where you are, and it should stay so.');
  const far = { code: 'far', numbers: { station: 9, count: 4 } };
  expect(whyWords(far, 'X'), 'where nothing is said of him').toBe(whyWords(far));
});
