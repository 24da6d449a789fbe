import { beforeAll, describe, expect, it } from 'vitest';

import type { BoardMap } from '../board/geometry';
import type { ChaseView, EventShown } from '../generated/wire';
import { setLanguage } from '../i18n/index.svelte';
import { possibleNear, saidOf, turnWords } from './announcing';
import type { Turn } from './turn.svelte';
import { type Cast, stationWords, targetWords } from './words';

beforeAll(() => setLanguage('en'));

const NAMES = { H1: 'Ada', H2: 'Ben', H3: 'Chloe', H4: 'Dev' };
const cast = (seat: string | null): Cast =>
  ({
    seat,
    table: {
      players: 5,
      seats: Object.entries(NAMES).map(([one, name]) => ({ seat: one, name })),
    },
    facts: {
      log: 24,
      pieces: { '5': { D1: ['H1'], D2: ['H2'], D3: ['H3'], D4: ['H4'] } },
    },
  }) as unknown as Cast;

const view = (more: Partial<ChaseView> = {}): ChaseView =>
  ({
    log: Array.from({ length: 10 }),
    hunters: { D1: 140, D2: 102 },
    tickets: { D1: { taxi: 6, bus: 4, underground: 0 } },
    possible: [127, 133, 128],
    x: null,
    outcome: null,
    ...more,
  }) as unknown as ChaseView;

const moved = (text: string): EventShown => ({ kind: 'moved', text });

describe('what is said aloud', () => {
  it('tells a hidden move, its window and how many stations are possible', () => {
    expect(saidOf(cast('H1'), [moved('X:B?')], view())).toBe(
      'Mister X moves by bus. Move 10 of 24. 3 stations are possible.',
    );
  });

  it('tells Mister X nothing of what is possible, and nobody where that is not told', () => {
    expect(saidOf(cast('X'), [moved('X:B127')], view({ x: 127 }))).toBe(
      'Mister X moves to 127 by bus. Move 10 of 24.',
    );
    expect(saidOf(cast('H1'), [moved('X:B?')], view({ possible: null }))).toBe(
      'Mister X moves by bus. Move 10 of 24.',
    );
  });

  it('tells that he is seen, and that he moves twice', () => {
    const events = [moved('X:T?+K127'), { kind: 'seen', station: 127, window: 8 } as EventShown];
    expect(saidOf(cast('H1'), events, view({ x: 127 }))).toBe(
      'Mister X makes a double move: by taxi, then to 127 on a black ticket. ' +
        'Move 10 of 24. Mister X is seen at 127, move 8.',
    );
  });

  it('tells a hunter with the tickets that are left, where they are counted', () => {
    expect(saidOf(cast('H2'), [moved('D1:T102')], view())).toBe(
      'Ada moves to 102 by taxi. Taxi: 6 left.',
    );
    expect(saidOf(cast('H2'), [moved('D2:T102')], view())).toBe('Ben moves to 102 by taxi.');
  });

  it('names many hunters in one sentence', () => {
    const all = [moved('D2:T1'), moved('D3:B2'), moved('D4:U3')];
    expect(saidOf(cast('H1'), all, view())).toBe('Ben, Chloe, and Dev moved.');
    expect(saidOf(cast('H1'), [...all, moved('X:T?')], view())).toBe(
      'Ben, Chloe, and Dev moved. Mister X moves by taxi. Move 10 of 24. 3 stations are possible.',
    );
  });

  it('tells who cannot move', () => {
    const event = { kind: 'passed', pieces: ['D4'] } as unknown as EventShown;
    expect(saidOf(cast('H1'), [event], view())).toBe('Dev cannot move and passes.');
  });

  it('calls to one’s turn with the place and the reach', () => {
    const turn = (piece: string | null, pieces: string[]): Turn =>
      ({
        choice: { piece },
        offer: { pieces },
        from: 140,
        targets: new Map([[133, []]]),
      }) as unknown as Turn;
    expect(turnWords(cast('H1'), turn('D1', ['D1']))).toBe(
      'Your move. Ada is at 140. 1 station in reach.',
    );
    expect(turnWords(cast('X'), turn('X', ['X']))).toBe(
      'Your move. You are at 140. 1 station in reach.',
    );
    expect(turnWords(cast('H1'), turn(null, ['D1', 'D2']))).toBe('Your move. Choose a piece.');
  });
});

describe('stations in words', () => {
  const board = {
    stations: new Map([[133, { transports: ['taxi', 'bus'] }]]),
    around: () =>
      new Map([
        [140, ['taxi']],
        [127, ['bus']],
      ]),
  } as unknown as BoardMap;

  it('have their lines, who is near, and whether he can be there', () => {
    expect(stationWords(cast('H1'), board, view(), new Map(), 133)).toBe(
      '133, taxi and bus. One move away: Ada. Mister X could be here: 33 percent.',
    );
  });

  it('in the list of moves tell the ways and what is possible around', () => {
    const about = possibleNear(board, view(), 133);
    expect(targetWords(133, ['T', 'B'], about)).toBe(
      '133, by taxi or by bus, 2 of 3 possible stations there or next to it',
    );
    expect(possibleNear(board, view({ possible: null }), 133)).toBe('');
  });
});
