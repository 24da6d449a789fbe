import { describe, expect, it } from 'vitest';

import type { ChatShown } from '../generated/wire';
import { Reading } from './reading.svelte';

function line(at: number, seat: string, team: boolean): ChatShown {
  return { at, ms: at, seat, name: null, team, text: 'at 133' };
}

describe('what has been read', () => {
  const page = {
    chat: [line(1, 'H2', true), line(2, 'H2', false), line(3, 'H1', true)],
    seat: 'H1',
  };
  const reading = new Reading(page);
  it('is all that was in sight, and one’s own lines', () => {
    expect([reading.unread('team'), reading.unread('table'), reading.count]).toEqual([1, 1, 2]);
    reading.see('team');
    expect([reading.unread('team'), reading.unread('table'), reading.count]).toEqual([0, 1, 1]);
  });
});
