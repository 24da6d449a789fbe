import { describe, expect, it } from 'vitest';
import {
  GENERAL,
  OF_MISTER_X,
  colourOf,
  isOfMisterX,
  parseCardsEntry,
  parseCardsMove,
} from './notation-cards';

describe('moves of the card game', () => {
  it('reads every kind of move', () => {
    expect(parseCardsMove('P1:13>L')).toEqual({ kind: 'play', seat: 'P1', card: 13, pile: 'L' });
    expect(parseCardsMove('P1:7>new')).toEqual({ kind: 'renew', seat: 'P1', card: 7 });
    expect(parseCardsMove('P2:equip')).toEqual({ kind: 'act', seat: 'P2', action: 'equip' });
    expect(parseCardsMove('P1:?P3')).toEqual({ kind: 'name', seat: 'P1', other: 'P3' });
    expect(parseCardsMove('P3:drop 12')).toEqual({ kind: 'drop', seat: 'P3', card: 12 });
    expect(parseCardsMove('P2:lay 55')).toEqual({ kind: 'lay', seat: 'P2', card: 55 });
    expect(parseCardsMove('P2:lay X')).toEqual({ kind: 'lay', seat: 'P2', card: 'X' });
    expect(parseCardsMove('P2:lay ?')).toEqual({ kind: 'lay', seat: 'P2', card: null });
  });

  it('takes nothing else for a move', () => {
    for (const text of ['', 'P1', 'P6:13>L', 'P1:13>N', 'P1:dance', 'X:T46', 'P1:13>L ', '12 40']) {
      expect(parseCardsMove(text)).toBeNull();
    }
  });

  it('reads what chance adds to a history', () => {
    expect(parseCardsEntry('12 X')).toEqual({ kind: 'drawn', cards: [12, 'X'] });
    expect(parseCardsEntry('40')).toEqual({ kind: 'drawn', cards: [40] });
    expect(parseCardsEntry('P1:6 P2:? P3:X')).toEqual({
      kind: 'taken',
      cards: [
        { seat: 'P1', card: 6 },
        { seat: 'P2', card: null },
        { seat: 'P3', card: 'X' },
      ],
    });
    expect(parseCardsEntry('P1:buy')).toEqual({ kind: 'act', seat: 'P1', action: 'buy' });
    expect(parseCardsEntry('nothing')).toBeNull();
  });

  it('knows whose an action is', () => {
    expect(OF_MISTER_X.every(isOfMisterX)).toBe(true);
    expect(GENERAL.some(isOfMisterX)).toBe(false);
  });

  it('finds the colour of a ticket by its number', () => {
    expect(colourOf('KTBU', 1)).toBe('K');
    expect(colourOf('KTBU', 4)).toBe('U');
  });
});
