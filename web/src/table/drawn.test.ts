import { beforeAll, describe, expect, it } from 'vitest';

import type { TableShown } from '../generated/wire';
import { setLanguage } from '../i18n/index.svelte';
import { drawnWords, timeUpWords } from './drawn';

beforeAll(() => setLanguage('en'));

function table(names: Record<string, string | null>, more: Partial<TableShown> = {}): TableShown {
  const seats = Object.entries(names).map(([seat, name]) => ({ seat, name }));
  return { game: 'chase', roles: 'drawn', phase: 'playing', seats, ...more } as TableShown;
}

describe('what the lot has decided', () => {
  const drawn = table({ X: 'Ada', H1: 'Ben' });

  it('says who one is, and who Mister X is', () => {
    expect(drawnWords(drawn, 'X')).toBe('Drawn by lot: you are Mister X.');
    expect(drawnWords(drawn, 'H1')).toBe('Drawn by lot: you are Detective 1. Mister X is Ada.');
    expect(drawnWords(table({ X: null, H1: 'Ben' }), 'H1')).toContain('Mister X is Computer');
  });

  it('says nothing where everybody sits as agreed', () => {
    expect(drawnWords(table({ X: 'Ada', H1: 'Ben' }, { roles: 'chosen' }), 'X')).toBeNull();
  });
});

describe('a clock that has run out', () => {
  const flag = (who: string) => ({ kind: 'flag', who }) as const;

  it('is told with the name of whoever had it', () => {
    const two = table({ X: 'Ada', H1: 'Ben' });
    expect(timeUpWords(two, flag('X'))).toContain('Ada: time is up');
    expect(timeUpWords(two, flag('hunters'))).toContain('Ben: time is up');
    const three = table({ X: 'Ada', H1: 'Ben', H2: 'Cleo' });
    expect(timeUpWords(three, flag('hunters'))).toContain('The detectives: time is up');
  });

  it('is left to the end where it has lost the game', () => {
    expect(timeUpWords(table({ X: 'Ada' }, { phase: 'over' }), flag('X'))).toBeNull();
    expect(timeUpWords(table({ X: 'Ada' }), { kind: 'move', who: null })).toBeNull();
  });
});
