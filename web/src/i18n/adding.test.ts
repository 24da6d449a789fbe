/** Texts that come with a page are there in whatever language is shown. */

import { expect, it } from 'vitest';

import { addTexts, type Catalogues, type Key, setLanguage, t } from './index.svelte';

const says = (word: string) => () => Promise.resolve({ default: { 'page.word': word } });
const PAGE: Catalogues = {
  en: says('hat'),
  de: says('Hut'),
  fr: says('chapeau'),
  it: says('cappello'),
  nl: says('hoed'),
};
const KEY = 'page.word' as Key;

it('shows them beside those that were there, and in the next language too', async () => {
  await setLanguage('de');
  expect(t(KEY)).toBe('page.word');
  await addTexts(PAGE);
  expect(t(KEY)).toBe('Hut');
  expect(t('app.play')).toBe('Spielen');
  await setLanguage('fr');
  expect(t(KEY)).toBe('chapeau');
});

it('loses nothing where a page opens while the language is switched', async () => {
  const later: Catalogues = { ...PAGE };
  const switching = setLanguage('it');
  const adding = addTexts(later);
  await Promise.all([switching, adding]);
  expect(t(KEY)).toBe('cappello');
  expect(t('app.play')).toBe('Gioca');
});
