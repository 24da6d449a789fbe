import { describe, expect, it } from 'vitest';
import type { CardsView } from '../generated/wire';
import { chronicle, lastSeeker, seenHand } from './chronicle';

const asked = (found: boolean) => ({ by: 'P1', of: 'P2', found, hand: 7 });

describe('the chronicle of a card game', () => {
  it('tells searches from interrogations, with what they found', () => {
    const told = chronicle({
      phase: 'play',
      history: ['P1:40>M', 'P1:?P2', 'P2:70>R', 'P2:?P3', '12 40', 'P3:71>M', 'P3:?P1'],
      interrogations: [asked(false), asked(true)],
    });
    expect(told).toEqual([
      { kind: 'played', seat: 'P1', card: 40, pile: 'M' },
      { kind: 'questioned', seat: 'P1', other: 'P2', found: false },
      { kind: 'played', seat: 'P2', card: 70, pile: 'R' },
      { kind: 'searched', seat: 'P2', other: 'P3', cards: [12, 40] },
      { kind: 'played', seat: 'P3', card: 71, pile: 'M' },
      { kind: 'questioned', seat: 'P3', other: 'P1', found: true },
    ]);
  });

  it('tells of actions, what was given up, and a hide-out as far as one saw it', () => {
    const told = chronicle({
      phase: 'play',
      history: [
        'P1:64>R',
        'P1:hideout',
        'P1:lay X',
        'P2:lay ?',
        'P1:6 P2:?',
        'P2:3>new',
        'P1:5>L',
        'P1:buy',
        'P2:drop 9',
      ],
      interrogations: [],
    });
    expect(told.slice(1)).toEqual([
      { kind: 'acted', seat: 'P1', action: 'hideout', shows: true },
      { kind: 'laid', seat: 'P1', card: 'X' },
      { kind: 'laid', seat: 'P2', card: null },
      { kind: 'took', seat: 'P1', card: 6 },
      { kind: 'renewed', seat: 'P2', card: 3 },
      { kind: 'played', seat: 'P1', card: 5, pile: 'L' },
      { kind: 'acted', seat: 'P1', action: 'buy', shows: false },
      { kind: 'gave_up', seat: 'P2', card: 9 },
    ]);
  });

  it('does not say who took what when everything lies open, or nothing', () => {
    const open = chronicle({ phase: 'over', history: ['P1:6 P2:X'], interrogations: [] });
    expect(open).toEqual([{ kind: 'took', seat: null, card: null }]);
    const hidden = chronicle({ phase: 'play', history: ['P1:? P2:?'], interrogations: [] });
    expect(hidden).toEqual([{ kind: 'took', seat: null, card: null }]);
  });
});

it('names who was the last to search or to question somebody', () => {
  const history = ['P1:40>M', 'P1:?P2', 'P2:70>R', 'P2:?P3', '12 X'];
  const interrogations = [asked(false)];
  expect(lastSeeker({ phase: 'over', history, interrogations })).toBe('P2');
  expect(lastSeeker({ phase: 'over', history: history.slice(0, 3), interrogations })).toBe('P1');
  expect(lastSeeker({ phase: 'over', history: ['P1:40>M'], interrogations })).toBeNull();
});

describe('a hand that was seen', () => {
  const view = {
    phase: 'play',
    hands: { P1: [30, 61], P2: 3 },
    history: ['P2:12>M', 'P1:?P2', 'P2:20>M', 'P1:40>R', 'P3:?P2', '21', 'P2:drop 22'],
    interrogations: [
      { by: 'P1', of: 'P2', found: false, hand: [12, 20, 21, 22, 23, 'X', 30] },
      { by: 'P3', of: 'P2', found: false, hand: 4 },
    ],
  } as unknown as CardsView;

  it('is told without what has been played, drawn, given up or taken since', () => {
    expect(seenHand(view, 'P1')).toEqual({ of: 'P2', cards: [12, 23, 'X'] });
  });

  it('is told to nobody else', () => {
    expect(seenHand(view, 'P3')).toBeNull();
    expect(seenHand(view, null)).toBeNull();
  });
});
