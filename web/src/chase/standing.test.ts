import { describe, expect, it } from 'vitest';
import type { ChaseFacts, ChaseView } from '../generated/wire';
import { readOffer } from './choosing';
import {
  awaySeats,
  chronicle,
  currentWindow,
  doubleWindows,
  heldBy,
  lastRound,
  lastSeen,
  marksHidden,
  nextSeen,
  pieceRows,
} from './standing';

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
  pieces: { '3': { D1: ['H1'], D2: ['H2'], B1: ['H1', 'H2'], B2: ['H1', 'H2'] } },
  pooled: [2],
};

const PURSE = { taxi: 7, bus: 5, underground: 0 };
const VIEW: ChaseView = {
  edition: 'modern-2013',
  rules: null,
  players: 3,
  options: {},
  round: 4,
  turn: 'hunters',
  x: null,
  hunters: { B1: 103, B2: 112, D1: 117, D2: 13 },
  tickets: { D1: PURSE, D2: PURSE },
  pool: null,
  mister_x: { taxi: null, bus: null, underground: null, black: 3, double: 1 },
  supply: { taxi: 30, bus: 20, underground: 10 },
  log: [
    { ticket: 'T', station: null, seen: false },
    { ticket: 'B', station: null, seen: false },
    { ticket: 'U', station: 79, seen: true },
    { ticket: 'T', station: null, seen: false },
  ],
  moved: ['D2'],
  to_move: ['D1', 'B1', 'B2'],
  pending: null,
  start_x: null,
  outcome: null,
  starts: {},
  history: ['X:T?', 'D1:T1', 'X:B?+U79', 'X:T?'],
};

describe('the pieces of the hunters', () => {
  const rows = pieceRows(VIEW, FACTS, readOffer(['D1:T116', 'B1:102']), 'H1');
  it('stand in order, with station and purse', () => {
    expect(rows.map((row) => row.piece)).toEqual(['D1', 'D2', 'B1', 'B2']);
    expect(rows[0]).toMatchObject({ station: 117, purse: PURSE, isMine: true, canGo: true });
    expect(rows[2]?.purse).toBeNull();
  });
  it('go from another seat at this device, where it may move them now', () => {
    const view = { ...VIEW, moved: [], to_move: ['D1', 'D2', 'B1', 'B2'] };
    const here = pieceRows(view, FACTS, readOffer(['D1:T116', 'B1:102']), 'H1', ['H2']);
    expect(here.map((row) => row.from)).toEqual([null, 'H2', null, null]);
    expect(here.map((row) => row.canGo)).toEqual([true, true, true, false]);
  });
  it('have moved, are to move, or are blocked', () => {
    expect(rows.map((row) => row.state)).toEqual(['to_move', 'moved', 'to_move', 'blocked']);
  });
  it('are not blocked where each has its turn, and it is another’s', () => {
    const inOrder = pieceRows(
      { ...VIEW, moved: [], to_move: ['D1', 'D2', 'B1', 'B2'] },
      { ...FACTS, in_fixed_order: true },
      readOffer(['D1:T116']),
      'H1',
    );
    expect(new Set(inOrder.map((row) => row.state))).toEqual(new Set(['to_move']));
  });
  it('wait while Mister X moves, and are nobody’s to judge for who looks on', () => {
    const waiting = pieceRows(
      { ...VIEW, turn: 'X', moved: [], to_move: ['X'] },
      FACTS,
      readOffer(null),
      'H1',
    );
    expect(new Set(waiting.map((row) => row.state))).toEqual(new Set(['waits']));
    const seen = pieceRows(VIEW, FACTS, readOffer(null), null);
    expect(seen.map((row) => row.state)).toEqual(['to_move', 'moved', 'to_move', 'to_move']);
  });
});

describe('what is held', () => {
  it('is one’s own purse, the pool, or the supply', () => {
    expect(heldBy(VIEW, 'D1')).toEqual({ T: 7, B: 5, U: 0 });
    expect(heldBy({ ...VIEW, tickets: {}, pool: PURSE }, 'D1')).toEqual({ T: 7, B: 5, U: 0 });
    expect(heldBy(VIEW, 'B1')).toEqual({});
    expect(heldBy(VIEW, 'X')).toEqual({ T: 30, B: 20, U: 10, K: 3 });
    expect(heldBy({ ...VIEW, supply: null }, 'X')).toEqual({ T: null, B: null, U: null, K: 3 });
  });
  it('is less by what the first half of a double move takes', () => {
    expect(heldBy(VIEW, 'X', 'K')).toEqual({ T: 30, B: 20, U: 10, K: 2 });
    expect(heldBy(VIEW, 'X', 'B')).toEqual({ T: 30, B: 19, U: 10, K: 3 });
    const unlimited = { ...VIEW, supply: null };
    expect(heldBy(unlimited, 'X', 'T')).toEqual({ T: null, B: null, U: null, K: 3 });
  });
});

/** A moment: so many windows are filled, so many double moves left. */
function at(round: number, turn: ChaseView['turn'], filled: number, double = 2): ChaseView {
  const log = Array.from({ length: filled }, () => VIEW.log[0]!);
  return { ...VIEW, round, turn, log, mister_x: { ...VIEW.mister_x, double } };
}

describe('the travel log', () => {
  it('joins the windows of a double move', () => {
    expect([...doubleWindows(VIEW.history)]).toEqual([2]);
  });
  it('knows where he was seen last, and when he will be seen next', () => {
    expect(lastSeen(VIEW)).toEqual({ window: 3, station: 79 });
    expect(lastSeen({ ...VIEW, log: [] })).toBeNull();
    expect(nextSeen(FACTS, VIEW)).toBe(8);
    expect(nextSeen(FACTS, at(22, 'hunters', 24))).toBeNull();
  });
  it('is not filled farther than rounds and double moves allow', () => {
    expect(nextSeen(FACTS, at(22, 'X', 21, 2))).toBeNull();
    expect(nextSeen(FACTS, at(22, 'X', 22, 1))).toBe(24);
    expect(nextSeen(FACTS, at(21, 'hunters', 22, 1))).toBe(24);
    expect(nextSeen(FACTS, at(21, 'hunters', 22, 0))).toBeNull();
    const over = { ...VIEW, outcome: ['hunters', 'caught'] as ChaseView['outcome'] };
    expect(nextSeen(FACTS, over)).toBeNull();
  });
  it('ends the game sooner by double moves, where it has to be full', () => {
    const full = { ...FACTS, rounds: 24 };
    expect(lastRound(full, at(1, 'X', 0))).toBe(24);
    expect(lastRound(full, at(1, 'hunters', 1))).toBe(24);
    expect(lastRound(full, at(1, 'hunters', 2))).toBe(23);
    expect(lastRound(full, at(22, 'hunters', 24))).toBe(22);
    expect(lastRound(FACTS, at(1, 'hunters', 2))).toBe(22);
  });
  it('has no window more to fill while he is asked whether he shows himself', () => {
    const asked = { ...at(22, 'X', 22, 1), pending: 'show' };
    expect(lastRound({ ...FACTS, log: 22 }, asked)).toBe(22);
    expect(nextSeen(FACTS, asked)).toBeNull();
    expect(currentWindow(asked)).toBe(22);
  });
  it('marks what is the exception', () => {
    expect(marksHidden(FACTS)).toBe(false);
    expect(marksHidden({ ...FACTS, log: 14, shows: [1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14] })).toBe(
      true,
    );
  });
  it('has a current window', () => {
    expect(currentWindow(VIEW)).toBe(4);
    expect(currentWindow({ ...VIEW, turn: 'X' })).toBe(5);
  });
});

describe('the rest', () => {
  it('knows who is away', () => {
    const seats = [
      { seat: 'X', who: 'bot', name: null, player: 'constable', until: null },
      { seat: 'H1', who: 'person', name: 'Ada', player: null, until: null },
      { seat: 'H2', who: 'person', name: 'Ben', player: null, until: null },
    ] as const;
    expect([...awaySeats({ seats: [...seats] }, ['H1'])]).toEqual(['H2']);
  });
  it('tells the moves by rounds', () => {
    expect(chronicle(['D1@41', 'X:T?', 'D1:T1', 'X:T?+T?', 'X:hide', 'D1:T2'])).toEqual([
      { round: 0, text: 'D1@41' },
      { round: 1, text: 'X:T?' },
      { round: 1, text: 'D1:T1' },
      { round: 2, text: 'X:T?+T?' },
      { round: 2, text: 'X:hide' },
      { round: 2, text: 'D1:T2' },
    ]);
  });
});
