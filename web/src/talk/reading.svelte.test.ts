import { describe, expect, it } from 'vitest';

import type { ChatShown } from '../generated/wire';
import { Reading } from './reading.svelte';

function line(at: number, seat: string, team: boolean): ChatShown {
  return { at, ms: at, seat, name: null, team, text: 'at 133' };
}

describe('what has been read', () => {
  it('is all that was in sight, and one’s own lines', () => {
    const page = $state({ chat: [] as ChatShown[], seat: 'H1' });
    const reading = new Reading(page);
    page.chat = [line(1, 'H2', true), line(2, 'H2', false), line(3, 'H1', true)];
    expect([reading.unread('team'), reading.unread('table'), reading.count]).toEqual([1, 1, 2]);
    reading.see('team');
    expect([reading.unread('team'), reading.unread('table'), reading.count]).toEqual([0, 1, 1]);
  });

  it('is all that was said before the page was loaded', () => {
    const page = $state({ chat: [line(1, 'H2', true), line(2, 'H2', false)], seat: 'H1' });
    const reading = new Reading(page);
    expect(reading.count).toBe(0);
    page.chat = [...page.chat, line(3, 'H2', false)];
    expect(reading.count).toBe(1);
  });
});
