/** Why a move is good, in sentences: loaded with the first hint or analysis. */

import type { Catalogues } from '../i18n/index.svelte';

export const TEXTS: Catalogues = {
  en: () => import('./texts/en.json'),
  de: () => import('./texts/de.json'),
  fr: () => import('./texts/fr.json'),
  it: () => import('./texts/it.json'),
  nl: () => import('./texts/nl.json'),
};
