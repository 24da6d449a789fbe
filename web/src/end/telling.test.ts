import { describe, expect, it } from 'vitest';
import type { CardsView, ChaseFacts, ChaseView, GameShown, TableShown } from '../generated/wire';
import { endingOf, haveWon, otherSide, wayOf } from './telling';

const chase = (outcome: ChaseView['outcome']) =>
  ({ view: { hunters: {}, outcome }, to_act: [], moves: null, last: null }) as unknown as GameShown;
const cards = (x: string, winner: 'x' | 'hunters') =>
  ({ view: { x, outcome: { winner, reason: 'found' } } as unknown as CardsView }) as GameShown;
const table = (...seats: string[]) => ({ seats: seats.map((seat) => ({ seat })) }) as TableShown;

describe('an ending', () => {
  it('has a winner and a reason in both games', () => {
    expect(endingOf(chase(['hunters', 'caught']))).toEqual({ winner: 'hunters', reason: 'caught' });
    expect(endingOf(cards('P1', 'x'))).toEqual({ winner: 'x', reason: 'found' });
    expect(endingOf(chase(null))).toBeNull();
  });

  it('is won or lost by those who sat on one side', () => {
    const seats = table('X', 'H1', 'H2');
    expect(haveWon(seats, chase(['x', 'survived']), ['X'])).toBe(true);
    expect(haveWon(seats, chase(['x', 'survived']), ['H1', 'H2'])).toBe(false);
    expect(haveWon(seats, chase(['x', 'survived']), ['X', 'H1'])).toBeNull();
    expect(haveWon(seats, chase(['x', 'survived']), [])).toBeNull();
    expect(haveWon(table('P1', 'P2'), cards('P2', 'x'), ['P2'])).toBe(true);
    expect(haveWon(table('P1', 'P2'), cards('P2', 'x'), ['P1'])).toBe(false);
  });
});

describe('the way of Mister X', () => {
  it('begins at his start and leaves out what nobody knows', () => {
    const view = {
      start_x: 45,
      log: [
        { ticket: 'T', station: 46, seen: false },
        { ticket: 'K', station: null, seen: false },
        { ticket: 'B', station: 79, seen: true },
      ],
    } as unknown as ChaseView;
    expect(wayOf(view, null)).toEqual([
      { station: 45, window: 0, sign: null },
      { station: 46, window: 1, sign: null },
      { station: 79, window: 3, sign: 'eye' },
    ]);
  });
  it('tells where he was hidden, though those windows are open by now', () => {
    const view = {
      start_x: null,
      log: [101, 114, 115, 126].map((station) => ({ ticket: null, station, seen: true })),
    } as unknown as ChaseView;
    const facts = { log: 4, shows: [1, 2, 4] } as ChaseFacts;
    const signs = (facts: ChaseFacts) => wayOf(view, facts).map(({ sign }) => sign);
    expect(signs(facts)).toEqual(['eye', 'eye', 'eyeoff', 'eye']);
    // Where being seen is the exception, he has shown himself of his own accord.
    expect(signs({ ...facts, shows: [3] })).toEqual(['eye', 'eye', 'eye', 'eye']);
  });
});

describe('the other side, for who plays alone', () => {
  const chase = { ...table('X', 'H1', 'H2'), game: 'chase', roles: 'chosen' } as const;

  it('is one seat further', () => {
    expect(otherSide(chase, 'X')).toBe('hunters');
    expect(otherSide(chase, 'H2')).toBe('x');
    expect(otherSide(chase, 'H1')).toBeNull();
  });

  it('cannot be chosen where cards or lots say who is Mister X', () => {
    expect(otherSide({ ...chase, roles: 'drawn' }, 'X')).toBeNull();
    expect(otherSide({ ...table('P1', 'P2'), game: 'cards', roles: 'chosen' }, 'P1')).toBeNull();
  });
});
