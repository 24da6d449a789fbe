import { afterEach, describe, expect, it, vi } from 'vitest';

import type { SeatShown, TableInfo } from '../generated/wire';
import type { TableState } from '../state/table.svelte';
import { toasts } from '../ui/toasts.svelte';
import { seatForNewcomer, sitAnywhere } from './seating';

const seats = (all: Record<string, 'open' | 'person' | 'bot'>) =>
  Object.entries(all).map(([seat, who]) => ({ seat, who }) as SeatShown);

describe('the seat for somebody who did not say which', () => {
  it('is a detective’s, and Mister X only where nothing else is open', () => {
    expect(seatForNewcomer(seats({ X: 'open', H1: 'person', H2: 'open' }))).toBe('H2');
    expect(seatForNewcomer(seats({ X: 'open', H1: 'person', H2: 'bot' }))).toBe('X');
    expect(seatForNewcomer(seats({ P1: 'person', P2: 'open', P3: 'open' }))).toBe('P2');
    expect(seatForNewcomer(seats({ X: 'person', H1: 'bot' }))).toBeNull();
  });
});

/** A table at which somebody else sits down on these seats just before the server hears of it. */
function contested(...quicker: string[]) {
  const all: Record<string, 'open' | 'person'> = { X: 'open', H1: 'open', H2: 'open' };
  const asked: string[] = [];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { seat } = JSON.parse(body) as { seat: string };
    asked.push(seat);
    if (!quicker.includes(seat)) return Promise.resolve(Response.json({}));
    for (const one of quicker) all[one] = 'person';
    return Promise.resolve(Response.json({ code: 'seat_taken' }, { status: 409 }));
  });
  const table = {
    id: 't',
    table: { seats: seats(all) },
    takeSeats: (_: TableInfo) => undefined,
    refresh: () => Promise.resolve(void (table.table = { seats: seats(all) })),
  };
  return { table: table as unknown as TableState, asked };
}

describe('who sits down without saying where', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('gets the next seat where somebody was quicker', async () => {
    const { table, asked } = contested('H1');
    expect(await sitAnywhere(table)).toBe(true);
    expect(asked).toEqual(['H1', 'H2']);
  });

  it('is told so where only Mister X is left', async () => {
    const { table, asked } = contested('H1', 'H2');
    expect(await sitAnywhere(table)).toBe(false);
    expect(asked).toEqual(['H1']);
    expect(toasts.all).toHaveLength(1);
  });
});
