import { beforeAll, describe, expect, it } from 'vitest';

import type { AskShown } from '../generated/wire';
import { setLanguage } from '../i18n/index.svelte';
import { outcome } from './asking';

const ASK: AskShown = { what: 'undo', seat: 'P1', waiting: ['P2', 'P3', 'P4'] };
const nameOf = (seat: string) => `<${seat}>`;
const said = (kind: 'answer' | 'undo_to', seat: string, yes: boolean | null, me = 'P3') =>
  outcome(ASK, { kind, seat, yes }, me, nameOf);

describe('a question to the table', () => {
  beforeAll(() => setLanguage('en'));

  it('is told to have been refused, withdrawn or granted', () => {
    expect(said('answer', 'P2', false)).toBe('<P2> does not want the move to be taken back.');
    expect(said('answer', 'P1', false)).toBe('<P1> has withdrawn the request.');
    expect(said('undo_to', 'P1', null)).toBe('<P1> has taken the last move back.');
    // Nobody had to be asked.
    expect(outcome(null, { kind: 'undo_to', seat: 'P1' }, 'P3', nameOf)).not.toBeNull();
  });

  it('about an absent player is told to be refused, or to end as the player comes back', () => {
    const ask: AskShown = { what: 'replace', seat: 'H1', waiting: ['H2'], of: 'X' };
    const told = (seat: string, me: string) =>
      outcome(ask, { kind: 'answer', seat, yes: false }, me, nameOf);
    expect(told('H2', 'H1')).toBe('<H2> does not want that.');
    expect(told('X', 'H1')).toBe('<X> is here again and plays on.');
    expect(told('H1', 'H2')).toBe('<H1> has withdrawn the request.');
  });

  it('is not told to who has done it himself, nor that somebody agreed', () => {
    expect(said('answer', 'P3', false)).toBeNull();
    expect(said('undo_to', 'P3', null)).toBeNull();
    expect(said('answer', 'P2', true)).toBeNull();
  });
});
