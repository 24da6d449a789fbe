import { beforeAll, describe, expect, it } from 'vitest';

import type { Cast } from '../chase/words';
import type { CardsView, ChaseView, EventShown, Replay } from '../generated/wire';
import { addTexts, setLanguage } from '../i18n/index.svelte';
import { historyAt, rowsOf } from './rows';
import { TEXTS } from './texts';

beforeAll(async () => {
  await setLanguage('en');
  await addTexts(TEXTS);
});

const moved = (text: string): EventShown => ({ kind: 'moved', text });

describe('the rows of a board game', () => {
  const company = { players: 2, seats: [] };
  const facts = { pieces: {}, shows: [3], log: 24 } as unknown as Cast['facts'];
  const at = (x: number | null, D1: number, round = 1) =>
    ({ round, log: [], hunters: { D1 }, x }) as unknown as ChaseView;
  const replay = (outcome: Replay['outcome']) =>
    ({
      outcome,
      seen_by: 'hunters',
      steps: [
        { events: [], view: at(null, 13) },
        { events: [moved('X:T?+K47')], view: at(47, 13) },
        { events: [moved('X:hide')], view: at(47, 13) },
        { events: [moved('D1:B52')], view: at(47, 52, 2) },
      ],
    }) as unknown as Replay;
  const rows = (outcome: Replay['outcome']) =>
    rowsOf(replay(outcome), { table: company, facts, seat: null }, company);

  it('tell who went where, as far as it was seen', () => {
    expect(rows(null).map(({ piece, way, tickets }) => ({ piece, way, tickets }))).toEqual([
      { piece: null, way: [], tickets: [] },
      { piece: 'X', way: [null, null, 47], tickets: ['T', 'K'] },
      { piece: 'X', way: [], tickets: [] },
      { piece: 'D1', way: [13, 52], tickets: ['B'] },
    ]);
  });

  it('have words for everything, and at last for the end', () => {
    const words = rows(['x', 'survived']).map((row) => row.words);
    expect(words.slice(0, 3)).toEqual([
      'The game begins.',
      'Mister X makes a double move: by taxi, then to 47 on a black ticket.',
      'Mister X stays hidden.',
    ]);
    expect(words[3]).toMatch(/^Detective 1 moves to 52 by bus\. .*nobody has caught him/);
    expect(rows(null).at(-1)?.words).toContain('not finished');
  });

  it('make a history up to each moment', () => {
    expect(historyAt(replay(null).steps, 1)).toEqual(['X:T?+K47']);
  });
});

describe('the rows of a card game', () => {
  const seats = ['P1', 'P2'].map(
    (seat) => ({ seat, who: 'person', name: `Player ${seat}`, player: null, until: null }) as const,
  );
  const company = { players: 2, seats };
  const view = { turn: 1, colours: 'TTTBBB', x: 'P2' } as unknown as CardsView;
  const drew = { kind: 'drew', seat: 'P1', cards: [4] };
  const rows = (seen_by: string, events: EventShown[]) =>
    rowsOf(
      {
        seen_by,
        outcome: null,
        steps: [
          { events: [], view },
          { events, view },
          { events: [], view },
        ],
      } as unknown as Replay,
      null,
      company,
    );

  it('tell what was drawn to who may see it', () => {
    expect(rows('truth', [moved('P1:2>L'), drew])[1]?.words).toContain('Player P1 drew bus 4.');
    expect(rows('P1', [moved('P1:2>L'), drew])[1]?.words).toContain('You drew bus 4.');
    expect(rows('P2', [moved('P1:2>L')])[1]?.piece).toBe('P1');
  });

  it('tell of a hidden card who has laid it, once', () => {
    const laid = { kind: 'laid', seat: 'P2' };
    const [, unseen] = rows('P1', [laid]);
    expect(unseen?.piece).toBe('P2');
    expect(unseen?.words).toBe('Player P2 laid a card into the hide-out.');
    expect(rows('truth', [laid, moved('P2:lay 5')])[1]?.words).toBe(unseen?.words);
  });
});
