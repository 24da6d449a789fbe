import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ChaseFacts, GameShown, TableShown } from '../generated/wire';
import { catalogue } from '../state/catalogue.svelte';
import type { TableState } from '../state/table.svelte';
import { Guard } from './guard.svelte';
import type { Handover } from './handover';

/** A page at which Mister X and two detectives sit at one device. */
function pageOf(filled: number) {
  const game = {
    view: {
      round: filled,
      log: Array(filled).fill({}),
      turn: 'X',
      pending: null,
      mister_x: { double: 2 },
    },
  } as unknown as GameShown;
  const table = {
    game: 'chase',
    edition: 'modern-2013',
    phase: 'playing',
    seats: [],
    clock: { kind: 'none' },
  } as unknown as TableShown;
  const watched: string[] = [];
  const page = {
    game,
    table,
    mine: ['X', 'H1', 'H2'],
    watch: (seat: string) => watched.push(seat),
    unwatch: () => undefined,
  } as unknown as TableState;
  return { page, watched };
}

describe('the guard', () => {
  it('opens for a seat with a code by this code only', async () => {
    const { page, watched } = pageOf(2);
    const guard = new Guard(page);
    guard.setCode('X', '0731');
    guard.raise('X', 'next');
    expect(await guard.open('X')).toBe(false);
    expect(await guard.open('X', '')).toBe(false);
    expect(await guard.open('X', '1234')).toBe(false);
    expect(guard.isUp).toBe(true);
    expect(watched).toEqual([]);
    expect(await guard.open('X', '0731')).toBe(true);
    expect(guard.isUp).toBe(false);
    expect(watched).toEqual(['X']);
  });

  it('has one code for all who know the same, and opens for the others without', async () => {
    const { page } = pageOf(2);
    const guard = new Guard(page);
    guard.setCode('H1', '0731');
    expect([guard.hasCode('H1'), guard.hasCode('H2'), guard.hasCode('X')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await guard.open('X')).toBe(true);
    guard.setCode('H2', null);
    expect(guard.hasCode('H1')).toBe(false);
  });

  it('says what everybody knows: the round, and when Mister X is seen next', () => {
    catalogue.games = [
      {
        name: 'chase',
        bots: [],
        editions: [
          {
            name: 'modern-2013',
            chase: { rounds: 22, shows: [3, 8, 13], log: 24 } as unknown as ChaseFacts,
            players: [],
            options: {},
            seats: {},
          },
        ],
      },
    ];
    const guard = new Guard(pageOf(8).page);
    guard.raise('X', 'next');
    expect([guard.round, guard.rounds, guard.nextSeen]).toEqual([8, 22, 13]);
    const last = new Guard(pageOf(13).page);
    last.raise('X', 'next');
    expect(last.nextSeen).toBeNull();
  });
});

/** Two at one device with a clock, and a server that stops it, and lets it go on, when it is told to. */
function timed() {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const table = {
    game: 'cards',
    phase: 'playing',
    paused: false,
    seats: ['P1', 'P2'].map((seat) => ({ seat, who: 'person', player: null })),
    clock: { kind: 'bank', seconds: 600 },
  };
  const page = {
    game: { view: { turn: 3 } },
    table,
    mine: ['P1', 'P2'],
    seat: 'P1',
    isWatching: true,
    watch: () => undefined,
    unwatch: () => undefined,
    send: ({ do: wish }: { do: string }) => {
      sent.push(wish);
      return new Promise((done) =>
        answers.push(() => {
          table.paused = wish === 'ask';
          done('done');
        }),
      );
    },
  };
  const answer = async () => {
    for (const one of answers.splice(0)) one();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { guard: new Guard(page as unknown as TableState), sent, answer };
}

describe('the clock of those who all sit at one device', () => {
  const TO_BEN: Handover = { seat: 'P2', guarded: true };

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('stands still while one keeps the device and another is to act', async () => {
    const { guard, sent, answer } = timed();
    guard.isKept = true;
    guard.look(TO_BEN, false);
    guard.look(TO_BEN, false);
    await answer();
    guard.settle();
    expect([sent, guard.hasStoppedClock]).toEqual([['ask'], true]);
    guard.raise('P2', 'next');
    await guard.open('P2');
    guard.look(null, true);
    guard.settle();
    await answer();
    expect([sent, guard.hasStoppedClock]).toEqual([['ask', 'resume'], false]);
  });

  it('does not go on for somebody who only wants to look', async () => {
    const { guard, sent, answer } = timed();
    guard.raise('P2', 'next');
    await answer();
    await guard.open('P1');
    guard.look(TO_BEN, false);
    guard.settle();
    expect(sent).toEqual(['ask']);
    guard.look(null, true);
    guard.settle();
    expect(sent).toEqual(['ask', 'resume']);
  });

  it('goes on when it was stopped only after the guard had been opened', async () => {
    const { guard, sent, answer } = timed();
    guard.raise('P2', 'next');
    await vi.advanceTimersByTimeAsync(1_500);
    await guard.open('P2');
    guard.look(null, true);
    guard.settle();
    expect(sent).toEqual(['ask']);
    await answer();
    guard.settle();
    expect(sent).toEqual(['ask', 'resume']);
  });
});
