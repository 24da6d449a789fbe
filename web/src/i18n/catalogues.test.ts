/** Every text of every catalogue is there, is well formed, is used, and none is in the code. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

import { format, valuesOf } from './format';
import { LANGUAGES, type Language, preferredLanguage } from './index.svelte';

const SOURCES = join(import.meta.dirname, '..');
/** Of the main catalogue, and of those that are loaded with a page, as `rules/texts`. */
const FOLDERS = [
  'i18n',
  ...readdirSync(SOURCES)
    .map((folder) => join(folder, 'texts'))
    .filter((folder) => existsSync(join(SOURCES, folder))),
];
const CATALOGUES = FOLDERS.flatMap((folder) =>
  LANGUAGES.map((language) => ({ folder, language, texts: textsIn(folder, language) })),
);
const ENGLISH = Object.assign({}, ...FOLDERS.map((folder) => textsIn(folder, 'en'))) as Texts;

type Texts = Record<string, string>;

function textsIn(folder: string, language: Language): Texts {
  return JSON.parse(readFileSync(join(SOURCES, folder, `${language}.json`), 'utf8')) as Texts;
}

/** Reading every component takes a while where the machine has other things to do. */
const READING_MS = 60_000;

/** Words that are the same in every language: signs, names and letters on badges. */
const NO_TEXT = /^[^\p{L}]*$/u;
/** Attributes that somebody sees or hears. */
const SPOKEN = new Set(['aria-label', 'aria-description', 'alt', 'label', 'placeholder', 'title']);

function files(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : files(path, ending);
    return ending.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [path] : [];
  });
}

const CODE = files(SOURCES, /\.(ts|svelte)$/).map((path) => ({
  path: relative(SOURCES, path),
  text: readFileSync(path, 'utf8'),
}));

describe.each(CATALOGUES)('$folder/$language', ({ folder, language, texts }) => {
  const english = textsIn(folder, 'en');

  it('has the same keys as English', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
  });

  it('asks for the same values', () => {
    for (const [key, text] of Object.entries(texts))
      expect(valuesOf(text), key).toEqual(valuesOf(english[key] ?? ''));
  });

  it('has no empty text, and says every one', () => {
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), key).not.toBe('');
      const values = Object.fromEntries(valuesOf(text).map((name) => [name, 2]));
      expect(format(text, values, language), key).not.toContain('{');
    }
  });
});

it('has every key in one catalogue only', () => {
  const keys = FOLDERS.flatMap((folder) => Object.keys(textsIn(folder, 'en')));
  expect(keys).toHaveLength(new Set(keys).size);
});

it.each(LANGUAGES)('has one name for the black ticket of the board game in %s', (language) => {
  const texts = Object.assign({}, ...FOLDERS.map((folder) => textsIn(folder, language))) as Texts;
  const name = texts['chase.ticket_black']?.toLowerCase();
  for (const key of ['why.black', 'learn.x.ferry', 'learn.x.black', 'rules.black_any'])
    expect(texts[key]?.toLowerCase(), key).toContain(name);
});

/** Keys that the code names: whole, or as the beginning and end of a key that is put together. */
function named(): { whole: Set<string>; patterns: RegExp[] } {
  const whole = new Set<string>();
  const patterns: RegExp[] = [];
  for (const { text } of CODE) {
    for (const [, , key] of text.matchAll(/(['"`])([a-z]\w*(?:\.[\w-]+)+)\1/g))
      whole.add(key ?? '');
    for (const [, made] of text.matchAll(/`([a-z]\w*\.[^`\s]*\$\{[^`\s]*)`/g)) {
      const parts = (made ?? '').split(/\$\{[^}]*\}/);
      const safe = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      patterns.push(new RegExp(`^${safe.join('[\\w.-]+')}$`));
    }
  }
  return { whole, patterns };
}

describe('the code', () => {
  it('uses every key', () => {
    const { whole, patterns } = named();
    const unused = Object.keys(ENGLISH).filter(
      (key) => !whole.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it('names no key that is missing', () => {
    const missing = CODE.flatMap(({ path, text }) =>
      [...text.matchAll(/\bt\(\s*(['"])([^'"]+)\1/g)]
        .map(([, , key]) => key ?? '')
        .filter((key) => !(key in ENGLISH))
        .map((key) => `${path}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it(
    'holds no text of its own',
    () => {
      const found = CODE.filter(({ path }) => path.endsWith('.svelte')).flatMap(({ path, text }) =>
        textsOf(parse(text, { modern: true }).fragment).map((said) => `${path}: ${said}`),
      );
      expect(found).toEqual([]);
    },
    READING_MS,
  );
});

/** The texts in a component's markup that somebody would see or hear. */
function textsOf(node: unknown, attribute: string | null = null): string[] {
  if (Array.isArray(node)) return node.flatMap((child) => textsOf(child, attribute));
  if (typeof node !== 'object' || node === null) return [];
  const { type, data, name, value, ...rest } = node as Record<string, unknown>;
  if (type === 'Text') {
    const isSeen = attribute === null || SPOKEN.has(attribute);
    return isSeen && typeof data === 'string' && !NO_TEXT.test(data) ? [data.trim()] : [];
  }
  if (type === 'Attribute') return textsOf(value, String(name));
  if (type === 'Comment') return [];
  if (type === 'ExpressionTag') {
    const isSeen = attribute === null || SPOKEN.has(attribute);
    return isSeen ? literalsOf(rest['expression']).filter((said) => !NO_TEXT.test(said)) : [];
  }
  return Object.values(rest).flatMap((child) => textsOf(child, attribute));
}

/** The words that an expression would show; what is handed to a function is not shown. */
function literalsOf(node: unknown): string[] {
  const { type, ...of } = node as Record<string, unknown>;
  switch (type) {
    case 'Literal':
      return typeof of['value'] === 'string' ? [of['value']] : [];
    case 'TemplateLiteral':
      return (of['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    case 'ConditionalExpression':
      return [of['consequent'], of['alternate']].flatMap(literalsOf);
    case 'LogicalExpression':
    case 'BinaryExpression':
      return of['operator'] === '===' ? [] : [of['left'], of['right']].flatMap(literalsOf);
    default:
      return [];
  }
}

describe('the language of a reader', () => {
  it('is the first of his that there is', () => {
    expect(preferredLanguage(['pt-BR', 'de-CH', 'fr'])).toBe('de');
    expect(preferredLanguage(['ja'])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
  });
});
