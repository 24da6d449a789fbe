import { expect, it } from 'vitest';

import { at, prefixOf, within } from './prefix';

it('is told by where the built files are', () => {
  expect(prefixOf('https://example.org/assets/base-Ab12.js')).toBe('');
  expect(prefixOf('https://example.org/misterx/assets/base-Ab12.js')).toBe('/misterx');
  expect(prefixOf('https://example.org/assets/games/assets/base.js')).toBe('/assets/games');
  expect(prefixOf('http://127.0.0.1:5173/src/net/prefix.ts')).toBe('');
});

it('stands before every path on the host, and before none of the site', () => {
  expect(at('/t/ZD86XYGJ')).toBe('/t/ZD86XYGJ');
  expect(within('/misterx', '/misterx')).toBe('/');
  expect(within('/misterx/', '/misterx')).toBe('/');
  expect(within('/misterx/rules', '/misterx')).toBe('/rules');
  expect(within('/misterxrules', '/misterx')).toBe('/misterxrules');
  expect(within('/rules', '')).toBe('/rules');
});
