import { describe, expect, it } from 'vitest';

import { companyOf } from './company';

const CHASE = { game: 'chase', players: 3, seats: ['X', 'H1', 'H2'] } as const;

describe('who played the game of a file', () => {
  it('is said by its tags', () => {
    const tags = { 'name X': 'Ada', 'name H2': 'Zoë', date: 'today' };
    const { players, seats } = companyOf({ ...CHASE, seats: [...CHASE.seats], tags });
    expect(players).toBe(3);
    expect(seats.map(({ seat, name }) => [seat, name])).toEqual([
      ['X', 'Ada'],
      ['H2', 'Zoë'],
    ]);
  });

  it('or by nobody, and then at cards by their seats', () => {
    expect(companyOf({ ...CHASE, seats: [...CHASE.seats], tags: {} }).seats).toEqual([]);
    const cards = companyOf({
      game: 'cards',
      players: 3,
      seats: ['P1', 'P2'],
      tags: { 'name P2': 'x'.repeat(200) },
    });
    expect(cards.seats.map(({ name }) => name)).toEqual(['seat.player', 'x'.repeat(40)]);
  });

  it('is not known before there is a game', () => {
    expect(companyOf(null)).toEqual({ players: 0, seats: [] });
  });
});
