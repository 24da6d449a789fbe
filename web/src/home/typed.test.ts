import { describe, expect, it } from 'vitest';

import { routeOf } from '../router.svelte';
import { readSettings } from '../state/settings.svelte';
import { range } from '../ui/names';
import { lookOf } from '../ui/pieces';
import { clockText, leftNow } from '../ui/time';
import { CLOCKS, readClock, writeClock } from './clocks';
import { codeIn } from './codes';
import { takePath, tokenIn } from './links';

describe('addresses', () => {
  it('lead to pages', () => {
    expect(routeOf('/')).toEqual({ page: 'home' });
    expect(routeOf('/t/zd86xygj')).toEqual({ page: 'table', id: 'ZD86XYGJ' });
    expect(routeOf('/t/ZD86XYGJ/')).toEqual({ page: 'table', id: 'ZD86XYGJ' });
    expect(routeOf('/settings').page).toBe('settings');
    expect(routeOf('/about').page).toBe('about');
    for (const path of ['/t/', '/t/0O', '/t/ZD86XYGJ/x', '/nothing'])
      expect(routeOf(path).page, path).toBe('missing');
  });

  it('hold tokens of one-time links, and nothing else that looks like one', () => {
    expect(tokenIn('#take=abcDEF_-12')).toBe('abcDEF_-12');
    expect(tokenIn('#take=short')).toBeNull();
    expect(tokenIn('#new')).toBeNull();
    const address = `https://x.example${takePath('abcDEF_-12')}`;
    expect(tokenIn(new URL(address).hash)).toBe('abcDEF_-12');
  });
});

describe('codes', () => {
  it('are understood as people type them', () => {
    for (const typed of ['zd86xygj', ' ZD86 XYGJ ', 'ZD86-XYGJ', 'http://a.example/t/ZD86XYGJ?x#y'])
      expect(codeIn(typed), typed).toBe('ZD86XYGJ');
    for (const typed of ['', 'abc', 'O0I1', 'hello world!'])
      expect(codeIn(typed), typed).toBeNull();
  });
});

describe('settings', () => {
  it('are as usual where nothing good is stored', () => {
    const usual = readSettings(null);
    expect(usual).toMatchObject({ language: null, theme: 'system', sound: true });
    for (const text of ['nonsense', 'null', '[]', '{"theme":"pink","sound":"yes","language":"xx"}'])
      expect(readSettings(text), text).toEqual(usual);
  });

  it('are read back', () => {
    const liked = {
      language: 'fr',
      theme: 'dark',
      contrast: 'more',
      leftHanded: true,
      sound: false,
      moveAtOnce: true,
      letterKeys: false,
    };
    expect(readSettings(JSON.stringify(liked))).toEqual(liked);
  });
});

describe('clocks', () => {
  it('run on from the last entry by the server’s time', () => {
    expect(leftNow(60_000, true, 1_000, 11_000)).toBe(50_000);
    expect(leftNow(60_000, false, 1_000, 11_000)).toBe(60_000);
    expect(leftNow(5_000, true, 1_000, 11_000)).toBe(0);
    expect(leftNow(5_000, true, 1_000, 500)).toBe(5_000); // never more than there was
  });

  it('are written short', () => {
    expect([3_723_000, 65_000, 59_001, 9_449, 0].map(clockText)).toEqual([
      '1:02:03',
      '1:05',
      '1:00',
      '9.4',
      '0.0',
    ]);
  });

  it('are values of a choice', () => {
    for (const clock of CLOCKS) expect(readClock(writeClock(clock))).toEqual(clock);
    expect(readClock('strange').kind).toBe('none');
  });
});

describe('names', () => {
  it('of numbers of players', () => {
    expect([range([2, 3, 4]), range([6]), range([4, 6]), range([])]).toEqual([
      '2–4',
      '6',
      '4, 6',
      '',
    ]);
  });

  it('of pieces differ in shape', () => {
    const paths = ['D1', 'D2', 'D3', 'D4', 'D5', 'B1'].map(lookOf);
    expect(new Set(paths.map((look) => ('path' in look ? look.path : ''))).size).toBe(6);
    expect(lookOf('X').kind).toBe('hat');
    expect(lookOf('H2')).toEqual(lookOf('D2'));
  });
});
