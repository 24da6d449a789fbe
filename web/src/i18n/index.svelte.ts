/** Every text that is shown, in the reader's language; switched at once, without a reload. */

import type en from './en.json';
import { format, type Values } from './format';

export type { Value, Values } from './format';
export type Key = keyof typeof en;
export type Catalogue = Readonly<Record<Key, string>>;

export const LANGUAGES = ['en', 'de', 'fr', 'it', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
};

const CATALOGUES: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  en: () => import('./en.json'),
  de: () => import('./de.json'),
  fr: () => import('./fr.json'),
  it: () => import('./it.json'),
  nl: () => import('./nl.json'),
};

const shown = $state<{ language: Language; texts: Catalogue | null }>({
  language: 'en',
  texts: null,
});

/** The language of the page; reactive. */
export const locale = {
  get current(): Language {
    return shown.language;
  },
};

/** Show everything in a language from now on. */
export async function setLanguage(language: Language): Promise<void> {
  const catalogue = (await CATALOGUES[language]()).default;
  shown.language = language;
  shown.texts = catalogue;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

/** The first of the reader's languages that there is. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((known) => known === tag.slice(0, 2).toLowerCase());
    if (language !== undefined) return language;
  }
  return 'en';
}

/** The text of a key. */
export function t(key: Key, values: Values = {}): string {
  const message = shown.texts?.[key];
  return message === undefined ? key : format(message, values, shown.language);
}

/** The text of a key that may not exist, as for an edition of the operator's own. */
export function maybe(key: string, values: Values = {}): string | null {
  const message = (shown.texts as Readonly<Record<string, string>> | null)?.[key];
  return message === undefined ? null : format(message, values, shown.language);
}
