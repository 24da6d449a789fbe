import { describe, expect, it } from 'vitest';
import type { GameShown, TableShown } from './generated/wire';
import { roundOf, standingOf } from './notify';

const seat = (name: string, player: string | null = null) => ({
  seat: name,
  who: player === null ? 'person' : 'bot',
  name: player === null ? name : null,
  player,
  until: null,
});
const table = (change: Partial<TableShown> = {}) =>
  ({
    phase: 'playing',
    paused: false,
    seats: [seat('X'), seat('H1'), seat('H2', 'sleuth')],
    ...change,
  }) as TableShown;
const game = (...toAct: string[]) =>
  ({ view: { round: 10 }, to_act: toAct }) as unknown as GameShown;

describe('what the tab tells', () => {
  it('says that it is the turn of somebody here', () => {
    expect(standingOf(table(), game('H1', 'H2'), ['H1'], false)).toEqual({
      kind: 'mine',
      round: 10,
    });
  });

  it('says whose turn it is otherwise', () => {
    expect(standingOf(table(), game('X'), ['H1'], false)).toEqual({ kind: 'theirs', seat: 'X' });
    expect(standingOf(table(), game('H2'), ['H2'], false)).toEqual({ kind: 'theirs', seat: 'H2' });
  });

  it('says nothing behind the guard, in a pause, or before a game', () => {
    expect(standingOf(table(), game('H1'), ['H1'], true)).toEqual({ kind: 'quiet' });
    expect(standingOf(table({ paused: true }), game('H1'), ['H1'], false)).toEqual({
      kind: 'quiet',
    });
    expect(standingOf(table(), null, ['H1'], false)).toEqual({ kind: 'quiet' });
    expect(standingOf(table({ phase: 'over' }), game(), ['H1'], false)).toEqual({ kind: 'over' });
  });

  it('counts rounds of a chase and turns of a card game', () => {
    expect(roundOf(game())).toBe(10);
    expect(roundOf({ view: { turn: 4 } } as unknown as GameShown)).toBe(4);
  });
});
