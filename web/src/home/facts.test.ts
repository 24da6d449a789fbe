import { beforeAll, describe, expect, it } from 'vitest';
import type { ChaseFacts, EditionInfo } from '../generated/wire';
import { setLanguage } from '../i18n/index.svelte';
import { factsOf } from './facts';

beforeAll(() => setLanguage('en'));

const FACTS: ChaseFacts = {
  board: 'london',
  transports: ['bus', 'ferry', 'taxi', 'underground'],
  log: 24,
  rounds: 22,
  shows: [3, 8, 13, 18, 24],
  in_fixed_order: true,
  chooses_start: false,
  has_supply: false,
  used_tickets_go_to: 'x',
  x_needs_tickets: true,
  hunters_need_tickets: true,
  pieces: { '3': { D1: ['H1'], D2: ['H2'] } },
  pooled: [],
};

function told(changes: Partial<ChaseFacts>): string {
  const chase = { ...FACTS, ...changes };
  const edition: EditionInfo = { name: 'own', players: [3], options: {}, seats: {}, chase };
  return factsOf(edition, 3).join(' ');
}

describe('how an edition is played, in sentences', () => {
  it('says where used tickets go', () => {
    expect(told({})).toContain('used tickets go to Mister X');
    expect(told({ used_tickets_go_to: 'supply' })).toContain('common supply');
    expect(told({ used_tickets_go_to: 'box' })).toContain('out of the game');
    expect(told({ used_tickets_go_to: null })).not.toContain('ticket');
    expect(told({ used_tickets_go_to: null, x_needs_tickets: false })).toContain(
      'No tickets are counted.',
    );
  });
  it('names the lines where some are closed', () => {
    expect(told({})).not.toContain('lines');
    expect(told({ transports: ['bus', 'taxi'] })).toContain('only these lines: taxi and bus.');
  });
  it('says which limit ends the hunt', () => {
    expect(told({})).toContain('after 22 rounds');
    expect(told({ rounds: 24 })).toContain('all 24 windows');
    expect(told({ rounds: 30 })).toContain('all 24 windows');
  });
});
