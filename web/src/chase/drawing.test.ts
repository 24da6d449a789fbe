import { describe, expect, it } from 'vitest';
import type { ChaseView } from '../generated/wire';
import { begin, chooseHalf, chooseTarget, readOffer, switchDouble } from './choosing';
import { routesOf, stepsOf, stepsSince, targetsOf, tokensOf } from './drawing';
import type { PieceRow } from './standing';

const VIEW = { x: 45, hunters: { D1: 13, D2: 26 } } as unknown as ChaseView;

describe('the pieces on the map', () => {
  const row = (piece: string, station: number | null): PieceRow => ({
    piece,
    station,
    seats: [piece.replace('D', 'H')],
    purse: null,
    state: 'to_move',
    canGo: true,
    isMine: piece === 'D1',
  });
  it('are those that stand somewhere', () => {
    const tokens = tokensOf(VIEW, [row('D1', 13), row('D2', null)], 'D1', new Set(['H1']), 'H1');
    expect(tokens).toEqual([
      { piece: 'D1', station: 13, isChosen: true, isAway: true, isOwn: true },
      { piece: 'X', station: 45, isChosen: false, isAway: false, isOwn: false },
    ]);
  });
  it('are without Mister X where he is hidden', () => {
    expect(tokensOf({ ...VIEW, x: null }, [], null, new Set(), 'H1')).toEqual([]);
  });
});

describe('what is chosen', () => {
  const offer = readOffer(['X:T46', 'X:T46+K58']);
  it('is lit from half to half', () => {
    let choice = chooseTarget(offer, switchDouble(offer, begin(offer), true), 46, {});
    choice = chooseTarget(offer, chooseHalf(choice, 1), 58, {});
    expect(routesOf({ choice, view: VIEW, offer })).toEqual([
      { from: 45, to: 46, fare: 'T' },
      { from: 46, to: 58, fare: 'K' },
    ]);
  });
  it('is the solid ring among the targets', () => {
    const targets = new Map([
      [46, ['T' as const]],
      [58, ['T' as const]],
    ]);
    expect(targetsOf({ targets, stop: { to: 58, fare: 'T' } }).map((one) => one.isChosen)).toEqual([
      false,
      true,
    ]);
  });
});

describe('the steps since a move', () => {
  const view = {
    ...VIEW,
    start_x: null,
    starts: { D1: 13, D2: null },
    history: ['D2@26', 'X:T?', 'D1:T23', 'D2:T15', 'X:T46', 'D1:B13', 'X:T58+B?'],
  } as unknown as ChaseView;
  it('lead from where the pieces stood then', () => {
    expect(stepsSince(view, 5)).toEqual([
      { piece: 'D1', from: 23, to: 13, fare: 'B' },
      { piece: 'X', from: 46, to: 58, fare: 'T' },
    ]);
    expect(stepsSince(view, 0).map(({ piece, from }) => [piece, from])).toEqual([
      ['D1', 13],
      ['D2', 26],
      ['D1', 23],
      ['X', 46],
    ]);
    expect(stepsSince(view, 7)).toEqual([]);
  });
});

describe('the steps of events', () => {
  const moved = (text: string) => ({ kind: 'moved', text });
  it('lead from where the piece stood, half after half', () => {
    expect(stepsOf(VIEW, [moved('X:T46+K58'), moved('D1:B23')])).toEqual([
      { piece: 'X', from: 45, to: 46, fare: 'T' },
      { piece: 'X', from: 46, to: 58, fare: 'K' },
      { piece: 'D1', from: 13, to: 23, fare: 'B' },
    ]);
  });
  it('are none where the way cannot be seen', () => {
    expect(stepsOf({ ...VIEW, x: null }, [moved('X:T46')])).toEqual([]);
    expect(stepsOf(VIEW, [moved('X:T?'), { kind: 'round', round: 2 }])).toEqual([]);
  });
});
