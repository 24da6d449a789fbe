/** Every text that is shown, in the reader's language; switched at once, without a reload. */

import type advice from '../advice/texts/en.json';
import type companion from '../companion/texts/en.json';
import type learn from '../learn/texts/en.json';
import type replay from '../replay/texts/en.json';
import type rules from '../rules/texts/en.json';
import type statistics from '../statistics/texts/en.json';
import type en from './en.json';
import { format, type Values } from './format';

export type { Value, Values } from './format';
export type Key =
  | keyof typeof en
  | keyof typeof advice
  | keyof typeof companion
  | keyof typeof learn
  | keyof typeof replay
  | keyof typeof rules
  | keyof typeof statistics;
type Texts = Readonly<Record<string, string>>;
/** A catalogue in every language, each loaded when it is wanted. */
export type Catalogues = Readonly<Record<Language, () => Promise<{ default: Texts }>>>;

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

const MAIN: Catalogues = {
  en: () => import('./en.json'),
  de: () => import('./de.json'),
  fr: () => import('./fr.json'),
  it: () => import('./it.json'),
  nl: () => import('./nl.json'),
};

/** Those whose texts are shown: the main one, and those of pages that have been opened. */
const added = new Set<Catalogues>([MAIN]);
const shown = $state<{ language: Language; texts: Texts | null }>({ language: 'en', texts: null });

/** The language of the page; reactive. */
export const locale = {
  get current(): Language {
    return shown.language;
  },
};

/** Show everything in a language from now on. */
export async function setLanguage(language: Language): Promise<void> {
  const texts = await textsIn(language);
  shown.language = language;
  shown.texts = texts;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

/** Have the texts of a page at hand too, which are loaded with it; from now on in any language. */
export async function addTexts(catalogues: Catalogues): Promise<void> {
  added.add(catalogues);
  const language = shown.language;
  const texts = await textsIn(language);
  // If the language has been switched meanwhile, that has brought them along.
  if (language === shown.language) shown.texts = texts;
}

async function textsIn(language: Language): Promise<Texts> {
  const all = [...added];
  const texts = await Promise.all(all.map((catalogues) => catalogues[language]()));
  if (all.length < added.size) return textsIn(language);
  return Object.assign({}, ...texts.map((one) => one.default)) as Texts;
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
  const message = shown.texts?.[key];
  return message === undefined ? null : format(message, values, shown.language);
}
