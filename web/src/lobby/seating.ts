/** What can be done with the seats of a table before its game. */

import type { SeatChange } from '../generated/wire';
import { usualBot } from '../home/planning';
import { ask } from '../net/api';
import { catalogue } from '../state/catalogue.svelte';
import type { TableState } from '../state/table.svelte';
import { tried } from '../ui/refusals';

/** Take an open seat, or the first that is open. */
export function sit(table: TableState, seat: string | null): Promise<boolean> {
  return tried(async () =>
    table.takeSeats(
      await ask('POST /api/tables/{table}/join', { path: { table: table.id }, body: { seat } }),
    ),
  );
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
