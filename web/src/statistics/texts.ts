/** The texts of the statistics, loaded with it. */

import type { Catalogues } from '../i18n/index.svelte';

export const TEXTS: Catalogues = {
  en: () => import('./texts/en.json'),
  de: () => import('./texts/de.json'),
  fr: () => import('./texts/fr.json'),
  it: () => import('./texts/it.json'),
  nl: () => import('./texts/nl.json'),
};
