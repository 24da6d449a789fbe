import { beforeAll, describe, expect, it } from 'vitest';

import type { ChaseRules } from '../generated/wire';
import { addTexts, setLanguage } from '../i18n/index.svelte';
import {
  type Aspect,
  ASPECTS,
  aspectsOf,
  differences,
  inOneLine,
  nearest,
  relatives,
} from './aspects';
import { edition, lineup, OPEN, SUPPLIED } from './sample';
import { TEXTS } from './texts';

const ONE = edition('one');

beforeAll(async () => {
  await setLanguage('en');
  await addTexts(TEXTS);
});

describe('differences', () => {
  it('are none between an edition and the same by another name', () => {
    expect(differences(ONE, edition('other'))).toEqual([]);
  });

  it.each<[Aspect[], Partial<ChaseRules>]>([
    [['players', 'hunters'], { lineups: [lineup(5), lineup(6)] }],
    [['tickets'], { detective_tickets: { taxi: 11, bus: 8, underground: 4 } }],
    [['tickets'], { lineups: [lineup(4, { is_pooled: true }), lineup(5)] }],
    [['used'], { used_tickets_go_to: 'box' }],
    [['x_tickets'], { x_tickets: 'hand', x_hand: { taxi: 4, bus: 3, underground: 3 } }],
    [['black'], { is_black_by_detective: false }],
    [['double'], { double: 1 }],
    [['stations'], { lineups: [lineup(4, { starts: [1, 2] }), lineup(5, { starts: [1, 2] })] }],
    [['order'], { order: 'free' }],
    [['seen'], { windows: [3, 8, 13, 18, 24] }],
    [['seen'], { windows: [] }],
    [['log'], { log: 26 }],
    [['end'], { rounds: 21 }],
    [['end'], { ends_by_log: true }],
    [['options'], { options: { voluntary_reveal: false } }],
    [['transports'], { lines: { taxi: 346, bus: 99, underground: 20, ferry: 3 } }],
    [['board'], { board: 'london-1983' }],
  ])('are in %j where the data are', (aspects, more) => {
    expect(differences(ONE, edition('other', more))).toEqual(aspects);
  });

  it('count from both sides', () => {
    expect(differences(OPEN, SUPPLIED)).toEqual(differences(SUPPLIED, OPEN));
  });
});

describe('relatives', () => {
  const near = edition('near', { rounds: 24, ends_by_rounds: false, ends_by_log: true });

  it('are all others, the most alike first', () => {
    const found = relatives(ONE, [ONE, OPEN, SUPPLIED, near]);
    expect(found.map(({ rules }) => rules.name)).toEqual(['near', 'supplied', 'open']);
    expect(found[0]?.aspects).toEqual(['end']);
  });

  it('have a nearest one only if it is near', () => {
    expect(nearest(ONE, [ONE, OPEN, near])?.rules.name).toBe('near');
    expect(nearest(ONE, [ONE, OPEN])).toBeNull();
    expect(nearest(ONE, [ONE])).toBeNull();
  });
});

describe('the words of an edition', () => {
  it('hold the numbers of its data', () => {
    const said = aspectsOf(SUPPLIED);
    expect(said.hunters).toEqual([
      'with 2 players: 2 detectives, 2 bobbies',
      'with 3 players: 2 detectives, 1 bobby',
    ]);
    expect(said.tickets).toEqual([
      '10 taxi, 8 bus, 4 underground',
      'with 2 players: shared by all detectives',
    ]);
    expect(said.x_tickets.join()).toContain('57 taxi, 45 bus, 23 underground');
    expect(said.black).toEqual(['5']);
    expect(said.end.join()).toMatch(/23.*24/);
    expect(aspectsOf(OPEN).seen.join()).toContain('3, 8, 13');
    expect(inOneLine(OPEN)).toMatch(/^4 players · 13 rounds · no tickets/);
  });

  it('leave nothing open', () => {
    for (const rules of [ONE, OPEN, SUPPLIED])
      for (const aspect of ASPECTS) expect(aspectsOf(rules)[aspect].join(''), aspect).not.toBe('');
  });
});
