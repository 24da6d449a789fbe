import { describe, expect, it } from 'vitest';
import type { TableShown } from '../generated/wire';
import { firstSeat, handover, isHotSeat, isWholeTable, knowledge, playedHere } from './handover';

type Seats = Record<string, 'person' | 'bot' | 'stand-in'>;

function table(game: TableShown['game'], seats: Seats, phase: TableShown['phase'] = 'playing') {
  return {
    game,
    phase,
    seats: Object.entries(seats).map(([seat, who]) => ({
      seat,
      who: who === 'bot' ? 'bot' : 'person',
      name: seat,
      player: who === 'person' ? null : 'sleuth',
      until: null,
    })),
  } as unknown as TableShown;
}

const CHASE = table('chase', { X: 'person', H1: 'person', H2: 'person' });
const CARDS = table('cards', { P1: 'person', P2: 'person', P3: 'bot' });

describe('handing a device over', () => {
  it('needs no guard among detectives, and one to and from Mister X', () => {
    const mine = ['X', 'H1', 'H2'];
    expect(handover(CHASE, mine, 'H1', ['H2'])).toEqual({ seat: 'H2', guarded: false });
    expect(handover(CHASE, mine, 'H1', ['X'])).toEqual({ seat: 'X', guarded: true });
    expect(handover(CHASE, mine, 'X', ['H1', 'H2'])).toEqual({ seat: 'H1', guarded: true });
    expect(handover(CHASE, mine, null, ['X'])).toEqual({ seat: 'X', guarded: true });
  });

  it('needs one between any two players of the card game', () => {
    expect(handover(CARDS, ['P1', 'P2'], 'P1', ['P2'])).toEqual({ seat: 'P2', guarded: true });
  });

  it('stays with who may act, and while others act', () => {
    expect(handover(CHASE, ['X', 'H1'], 'H1', ['H1', 'H2'])).toBeNull();
    expect(handover(CHASE, ['X', 'H1'], 'X', ['H2'])).toBeNull();
  });

  it('goes to nobody for whom a computer player plays, and not after the end', () => {
    const seats = table('chase', { X: 'stand-in', H1: 'person' });
    expect(playedHere(seats, ['X', 'H1'])).toEqual(['H1']);
    expect(handover(seats, ['X', 'H1'], 'H1', ['X'])).toBeNull();
    const over = table('chase', { X: 'person', H1: 'person' }, 'over');
    expect(handover(over, ['X', 'H1'], 'H1', ['X'])).toBeNull();
  });

  it('hands on without a guard where only detectives sit at a device', () => {
    expect(handover(CHASE, ['H1', 'H2'], null, ['H1'])).toEqual({ seat: 'H1', guarded: false });
  });
});

describe('a device', () => {
  it('is a hot seat if two at it must not share what they know', () => {
    expect(isHotSeat(CHASE, ['H1', 'H2'])).toBe(false);
    expect(isHotSeat(CHASE, ['X', 'H2'])).toBe(true);
    expect(isHotSeat(CARDS, ['P1', 'P2'])).toBe(true);
    expect(isHotSeat(CARDS, ['P1'])).toBe(false);
    expect(knowledge('chase', 'H2')).toBe('hunters');
    expect(knowledge('cards', 'P2')).toBe('P2');
  });

  it('holds the whole table if every person sits at it', () => {
    expect(isWholeTable(CARDS, ['P1', 'P2'])).toBe(true);
    expect(isWholeTable(CARDS, ['P1'])).toBe(false);
  });

  it('begins with whoever is to act', () => {
    expect(firstSeat(CARDS, ['P1', 'P2'], ['P2'])).toBe('P2');
    expect(firstSeat(CARDS, ['P1', 'P2'], ['P3'])).toBe('P1');
    expect(firstSeat(CARDS, [], ['P3'])).toBeNull();
  });
});
