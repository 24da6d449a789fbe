/** What can be done with the seats of a table before its game. */

import type { SeatChange, SeatShown } from '../generated/wire';
import { usualBot } from '../home/planning';
import { ask, Refused } from '../net/api';
import { catalogue } from '../state/catalogue.svelte';
import type { TableState } from '../state/table.svelte';
import { tried } from '../ui/refusals';

/** Take an open seat, by one's own name or by another. */
export function sit(table: TableState, seat: string, name: string | null = null): Promise<boolean> {
  return tried(() => join(table, seat, name));
}

async function join(table: TableState, seat: string, name: string | null = null): Promise<void> {
  const path = { table: table.id };
  table.takeSeats(await ask('POST /api/tables/{table}/join', { path, body: { seat, name } }));
}

/**
 * Take a seat without saying which; where somebody was quicker, another one of the detectives. Who
 * is Mister X chooses to be.
 */
export function sitAnywhere(table: TableState): Promise<boolean> {
  const free = (): string | null => seatForNewcomer(table.table?.seats ?? []);
  return tried(async () => {
    const first = free();
    if (first === null) return;
    try {
      await join(table, first);
    } catch (thrown) {
      if (!(thrown instanceof Refused && thrown.code === 'seat_taken')) throw thrown;
      await table.refresh();
      const other = free();
      if (other === null || other === 'X') throw thrown;
      await join(table, other);
    }
  });
}

/** Take another seat instead of one's own; where it has gone meanwhile, one keeps the old one. */
export async function change(table: TableState, from: string, to: string): Promise<boolean> {
  return (await sit(table, to)) && leave(table, from);
}

/** The seat for somebody who did not say which: who is Mister X chose to be. */
export function seatForNewcomer(seats: readonly SeatShown[]): string | null {
  const open = seats.filter(({ who }) => who === 'open').map(({ seat }) => seat);
  return open.find((seat) => seat !== 'X') ?? open[0] ?? null;
}

export function leave(table: TableState, seat: string): Promise<boolean> {
  const path = { table: table.id, seat };
  return tried(async () =>
    table.takeSeats(await ask('POST /api/tables/{table}/seats/{seat}/leave', { path })),
  );
}

/** As the host, put a computer player, somebody at this device, or nobody on a seat. */
export function put(table: TableState, seat: string, body: SeatChange): Promise<boolean> {
  const path = { table: table.id, seat };
  return tried(async () =>
    table.takeSeats(await ask('PUT /api/tables/{table}/seats/{seat}', { path, body })),
  );
}

/** As the host, put a computer player on every open seat. */
export async function fillWithBots(table: TableState): Promise<void> {
  const shown = table.table;
  if (shown === null) return;
  const player = usualBot(catalogue.gameOf(shown.edition)?.bots ?? []);
  for (const { seat } of shown.seats.filter(({ who }) => who === 'open')) {
    if (!(await put(table, seat, { who: 'bot', player }))) return;
  }
}

export function start(table: TableState): Promise<boolean> {
  return tried(async () =>
    table.takeSeats(await ask('POST /api/tables/{table}/start', { path: { table: table.id } })),
  );
}
