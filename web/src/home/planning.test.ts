import { describe, expect, it } from 'vitest';

import type { EditionInfo } from '../generated/wire';
import {
  draftOf,
  nearestPlayers,
  openSeats,
  planOf,
  quickDraft,
  seatOfRole,
  usualHints,
  withEdition,
  withPlayer,
  withSeat,
  type Wanted,
} from './planning';

const seats = (n: number): string[] => [
  'X',
  ...Array.from({ length: n - 1 }, (_, i) => `H${i + 1}`),
];
const edition = (name: string, players: number[], options = {}): EditionInfo => ({
  name,
  players,
  options,
  seats: Object.fromEntries(players.map((n) => [String(n), seats(n)])),
  chase: null,
});
const MODERN = edition('modern-2013', [2, 3, 4, 5, 6]);
const CLASSIC = edition('classic-1983', [3, 4, 5, 6], { voluntary_reveal: false });
const CARDS: EditionInfo = {
  ...edition('cards-2017', [3]),
  seats: { '3': ['P1', 'P2', 'P3'] },
};
const AS_X: Wanted = { role: 'x', company: 'bots', player: 'constable' };

const who = (draft: { seats: Readonly<Record<string, { who: string }>> }): string[] =>
  Object.values(draft.seats).map((seat) => seat.who);

describe('a draft', () => {
  it('seats oneself by one’s role, and the others alike', () => {
    expect(who(draftOf(MODERN, 3, AS_X))).toEqual(['me', 'bot', 'bot']);
    expect(who(draftOf(MODERN, 3, { ...AS_X, role: 'hunters', company: 'friends' }))).toEqual([
      'open',
      'me',
      'open',
    ]);
    expect(who(draftOf(MODERN, 2, { ...AS_X, company: 'device' }))).toEqual(['me', 'device']);
  });

  it('lets whoever only watches watch', () => {
    const draft = draftOf(MODERN, 2, { ...AS_X, role: 'watch' });
    expect(who(draft)).toEqual(['bot', 'bot']);
    expect(draft.spectators).toBe(true);
  });

  it('has a seat for every role in the card game', () => {
    expect(seatOfRole(['P1', 'P2'], 'x')).toBe('P1');
    expect(who(draftOf(CARDS, 3, AS_X))).toEqual(['me', 'bot', 'bot']);
  });

  it('takes the nearest number of players that an edition has', () => {
    expect(nearestPlayers(CLASSIC, 2)).toBe(3);
    expect(nearestPlayers(CLASSIC, 5)).toBe(5);
    expect(draftOf(CLASSIC, 2, AS_X).players).toBe(3);
  });

  it('keeps what was agreed when the edition changes, but not options of the other', () => {
    const draft = { ...draftOf(MODERN, 2, AS_X), title: 'Fog', deduction: false };
    const changed = withEdition(draft, CLASSIC, 2, AS_X);
    expect(changed).toMatchObject({ title: 'Fog', deduction: false, players: 3 });
    expect(changed.options).toEqual({ voluntary_reveal: false });
    const on = { ...changed, options: { voluntary_reveal: true } };
    expect(withEdition(on, CLASSIC, 4, AS_X).options).toEqual({ voluntary_reveal: true });
  });

  it('has one of oneself: two seats change places', () => {
    const draft = withSeat(draftOf(MODERN, 3, AS_X), 'H2', { who: 'me' });
    expect(who(draft)).toEqual(['bot', 'bot', 'me']);
  });

  it('changes the strength of all', () => {
    const draft = withPlayer(draftOf(MODERN, 3, AS_X), 'random');
    expect(new Set(Object.values(draft.seats).map(({ player }) => player))).toEqual(
      new Set(['random']),
    );
  });
});

describe('what the server is asked for', () => {
  it('starts at once where nobody is waited for', () => {
    const plan = planOf(draftOf(MODERN, 2, AS_X), (seat) => `the ${seat}`);
    expect(plan).toMatchObject({
      edition: 'modern-2013',
      players: 2,
      start: true,
      roles: 'chosen',
      seats: { X: { who: 'me' }, H1: { who: 'bot', player: 'constable' } },
    });
    expect(plan).not.toHaveProperty('title');
  });

  it('waits for friends, and names those at this device', () => {
    let draft = draftOf(MODERN, 4, { ...AS_X, company: 'device' });
    draft = withSeat(draft, 'H1', { name: '  Ben ' });
    draft = withSeat(draft, 'H3', { who: 'open' });
    const plan = planOf({ ...draft, title: ' Fog ', drawn: true }, (seat) => `the ${seat}`);
    expect(openSeats(draft)).toBe(1);
    expect(plan).toMatchObject({ start: false, title: 'Fog', roles: 'drawn' });
    expect(plan.seats).toEqual({
      X: { who: 'me' },
      H1: { who: 'device', name: 'Ben' },
      H2: { who: 'device', name: 'the H2' },
      H3: { who: 'open' },
    });
  });

  it('has spectators see it later only where there may be any', () => {
    const draft = { ...draftOf(MODERN, 2, AS_X), delay: 120 };
    const delay = (spectators: boolean) =>
      planOf({ ...draft, spectators }, (seat) => seat).spectator_delay;
    expect([delay(true), delay(false)]).toEqual([120, 0]);
  });

  it('leaves it to the cards who is Mister X', () => {
    const draft = { ...draftOf(CARDS, 3, AS_X), drawn: true };
    expect(planOf(draft, (seat) => `the ${seat}`).roles).toBe('chosen');
  });
});

describe('hints, if nothing is said', () => {
  it('are for who is here against computers alone, without a clock', () => {
    const alone = draftOf(MODERN, 3, AS_X);
    expect(usualHints(alone)).toBe(true);
    expect(usualHints(withSeat(alone, 'H1', { who: 'open' }))).toBe(false);
    expect(usualHints(withSeat(alone, 'H1', { who: 'device' }))).toBe(false);
    expect(usualHints({ ...alone, clock: { kind: 'move', seconds: 60, on_time: 'bot' } })).toBe(
      false,
    );
    const together = draftOf(MODERN, 3, { ...AS_X, role: 'hunters' });
    expect(usualHints(withSeat(together, 'H2', { who: 'device' }))).toBe(true);
    const cards = draftOf(CARDS, 3, { ...AS_X, role: 'hunters' });
    expect(usualHints(cards)).toBe(true);
    expect(usualHints(withSeat(cards, 'P2', { who: 'device' }))).toBe(false);
  });
});

describe('playing at once', () => {
  it('takes the modern edition and a player in the middle', () => {
    const draft = quickDraft([CLASSIC, MODERN], ['novice', 'constable', 'sergeant'], 'hunters');
    expect(draft).toMatchObject({ edition: 'modern-2013', players: 2 });
    expect(draft?.seats['X']).toMatchObject({ who: 'bot', player: 'constable' });
    expect(draft?.seats['H1']?.who).toBe('me');
  });

  it('is the card game, too', () => {
    const cards: EditionInfo = {
      ...edition('cards-2017', [3, 4, 5]),
      seats: { '4': ['P1', 'P2', 'P3', 'P4'] },
      chase: null,
    };
    const draft = quickDraft([cards], ['novice'], 'cards');
    expect(draft?.players).toBe(4);
    expect(Object.values(draft?.seats ?? {}).map(({ who }) => who)).toEqual([
      'me',
      'bot',
      'bot',
      'bot',
    ]);
    expect(draft?.first, 'one sees his hand before anybody can search it').toBe('P1');
  });

  it('takes what there is', () => {
    expect(quickDraft([CLASSIC], ['random'], 'x')?.edition).toBe('classic-1983');
    expect(quickDraft([], ['random'], 'x')).toBeNull();
    expect(quickDraft([CLASSIC], [], 'x')).toBeNull();
  });
});
