/** An edition for tests, and others that differ from it. */

import type { ChaseRules, Lineup } from '../generated/wire';

export function lineup(players: number, more: Partial<Lineup> = {}): Lineup {
  return {
    players,
    hunters: players - 1,
    detectives: players - 1,
    bobbies: 0,
    is_pooled: false,
    purse: { taxi: 10, bus: 8, underground: 4 },
    black: players - 1,
    supply: null,
    starts: [13, 26, 29, 34, 50, 53],
    ...more,
  };
}

export function edition(name: string, more: Partial<ChaseRules> = {}): ChaseRules {
  return {
    game: 'chase',
    name,
    board: 'london',
    stations: 199,
    lines: { taxi: 345, bus: 99, underground: 20, ferry: 3 },
    piers: [108, 115, 157, 194],
    lineups: [lineup(4), lineup(5)],
    detective_tickets: { taxi: 10, bus: 8, underground: 4 },
    x_tickets: 'unlimited',
    x_hand: null,
    box: null,
    used_tickets_go_to: 'x',
    is_black_by_detective: true,
    double: 2,
    start: 'shared_cards',
    x_starts: [13, 26, 29, 34, 50, 53],
    order: 'fixed',
    is_hidden: true,
    windows: [3, 8, 13, 18],
    log: 24,
    rounds: 22,
    ends_by_rounds: true,
    ends_by_log: false,
    options: {},
    ...more,
  };
}

/** Nobody needs tickets, and he is in the open. */
export const OPEN = edition('open', {
  lines: { taxi: 345, bus: 99 },
  piers: [],
  lineups: [lineup(4, { purse: null, black: 1, starts: [41, 46, 124] })],
  detective_tickets: null,
  x_tickets: 'free',
  used_tickets_go_to: 'box',
  is_black_by_detective: false,
  double: 1,
  start: 'chosen',
  x_starts: [82],
  order: 'free',
  is_hidden: false,
  windows: [3, 8, 13],
  log: 14,
  rounds: 13,
});

/** A supply, bobbies, a shared purse, and an optional rule that is usual. */
export const SUPPLIED = edition('supplied', {
  lineups: [
    lineup(2, {
      detectives: 2,
      bobbies: 2,
      is_pooled: true,
      purse: { taxi: 22, bus: 16, underground: 8 },
      black: 5,
      supply: { taxi: 35, bus: 29, underground: 15 },
    }),
    lineup(3, { bobbies: 1, black: 5, supply: { taxi: 24, bus: 21, underground: 11 } }),
  ],
  x_tickets: 'supply',
  box: { taxi: 57, bus: 45, underground: 23 },
  used_tickets_go_to: 'supply',
  is_black_by_detective: false,
  start: 'separate_cards',
  x_starts: [35, 45, 51],
  order: 'free',
  rounds: 23,
  ends_by_log: true,
  options: { voluntary_reveal: true },
});
