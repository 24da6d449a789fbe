import { afterAll, expect, it } from 'vitest';

import { setLanguage } from '../i18n/index.svelte';
import { sentence } from './words';

const TABLE = {
  seats: [
    { seat: 'P1', name: 'Ada' },
    { seat: 'P2', name: 'Ben' },
  ],
} as unknown as Parameters<typeof sentence>[0];
const COLOURS = 'T'.repeat(90);

afterAll(() => setLanguage('en'));

it.each([
  ['en', 'taxi 7 was drawn', 'taxi 7 and taxi 9 were drawn'],
  ['de', 'gezogen wurde Taxi 7', 'gezogen wurden Taxi 7 und Taxi 9'],
  ['fr', 'carte tirée\u00a0: taxi 7', 'cartes tirées\u00a0: taxi 7 et taxi 9'],
  ['it', 'carta pescata: taxi 7', 'carte pescate: taxi 7 e taxi 9'],
  ['nl', 'getrokken kaart: taxi 7', 'getrokken kaarten: taxi 7 en taxi 9'],
] as const)('a search tells in %s of one card or of two', async (language, one, two) => {
  await setLanguage(language);
  const told = (cards: number[]): string =>
    sentence(TABLE, COLOURS, null, { kind: 'searched', seat: 'P1', other: 'P2', cards }, language);
  expect(told([7])).toContain(one);
  expect(told([7, 9])).toContain(two);
});
