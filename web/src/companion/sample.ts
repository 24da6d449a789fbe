/** A game for tests. */

import type { ChaseFacts, ChaseView } from '../generated/wire';
import type { Kept } from './kept';

const FACTS: ChaseFacts = {
  board: 'london',
  transports: ['taxi', 'bus', 'underground', 'ferry'],
  log: 24,
  rounds: 22,
  shows: [3, 8, 13, 18, 24],
  in_fixed_order: false,
  chooses_start: false,
  has_supply: true,
  used_tickets_go_to: 'supply',
  x_needs_tickets: true,
  hunters_need_tickets: true,
  pieces: { '2': { D1: ['H1'], D2: ['H1'], B1: ['H1'], B2: ['H1'] } },
  pooled: [2],
};

export function aGame(entries: readonly string[]): Kept {
  return {
    edition: 'modern-2013',
    players: 2,
    options: {},
    facts: FACTS,
    entries,
    shown: null,
    amendments: [],
    isOpened: false,
  };
}

export function aView(history: string[] = []): ChaseView {
  return {
    edition: 'modern-2013',
    rules: null,
    players: 2,
    options: {},
    round: 1,
    turn: 'X',
    x: null,
    hunters: { D1: 26 },
    tickets: {},
    pool: { taxi: 22, bus: 16, underground: 8 },
    mister_x: { taxi: null, bus: null, underground: null, black: 5, double: 2 },
    supply: null,
    log: [],
    moved: [],
    to_move: [],
    pending: null,
    start_x: null,
    possible: [35, 45],
    outcome: null,
    starts: { D1: 26 },
    history,
  };
}

/** A browser's storage that lasts as long as the test. */
export function aStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}
