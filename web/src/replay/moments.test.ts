import { describe, expect, it } from 'vitest';

import type { ChaseView, EventShown, ReplayStep } from '../generated/wire';
import { labelled, momentsOf, roundsOf } from './moments';

function step(round: number, events: EventShown[], seen: boolean[] = []): ReplayStep {
  const log = seen.map((one) => ({ ticket: 'T', station: null, seen: one }));
  return { events, view: { round, log, hunters: {} } as unknown as ChaseView };
}

const moved = (text: string): EventShown => ({ kind: 'moved', text });
const STEPS = [
  step(1, []),
  step(1, [{ kind: 'placed', text: 'D1@41' }]),
  step(1, [moved('X:T?')], [false]),
  step(2, [moved('D1:T46')], [false]),
  step(2, [moved('X:T58')], [false, true]),
  step(3, [moved('D1:T47')], [false, true]),
];

describe('the moments of a game', () => {
  it('belong to the round in which the move was made', () => {
    expect(momentsOf(STEPS).map(({ round }) => round)).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('are sightings where a window more has been seen', () => {
    expect(momentsOf(STEPS).map(({ isSeen }) => isSeen)).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(momentsOf(STEPS, false).some(({ isSeen }) => isSeen)).toBe(false);
  });

  it('count turns and unmaskings in the card game', () => {
    const cards = [1, 1, 2].map(
      (turn, at) =>
        ({
          events: at === 1 ? [{ kind: 'mister_x', seat: 'P2' }] : [],
          view: { turn },
        }) as unknown as ReplayStep,
    );
    expect(momentsOf(cards)).toEqual([
      { at: 0, round: 0, isSeen: false },
      { at: 1, round: 1, isSeen: true },
      { at: 2, round: 1, isSeen: false },
    ]);
  });
});

describe('the rounds on the line', () => {
  it('begin with their first moment, and are sightings if any of theirs is', () => {
    expect(roundsOf(momentsOf(STEPS))).toEqual([
      { round: 1, at: 2, isSeen: false },
      { round: 2, at: 4, isSeen: true },
    ]);
  });

  it('are all numbered where there is room', () => {
    const rounds = [1, 2, 3].map((round) => ({ round, at: round * 5, isSeen: false }));
    expect(labelled(rounds, 20, 200, 26)).toEqual(rounds);
  });

  it('give way to sightings where there is little', () => {
    const rounds = [1, 2, 3, 4].map((round) => ({ round, at: round, isSeen: round === 2 }));
    expect(labelled(rounds, 10, 200, 26).map(({ round }) => round)).toEqual([2, 4]);
  });
});
