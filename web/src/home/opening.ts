/** Open the table that was planned, and go there. */

import { ask } from '../net/api';
import { go, tablePath } from '../router.svelte';
import { guest } from '../state/guest.svelte';
import { tried } from '../ui/refusals';
import { planOf, type Draft } from './planning';

/** True if the table is open; false if no name was given, or the server said no. */
export async function openTable(draft: Draft, nameOf: (seat: string) => string): Promise<boolean> {
  if (!(await guest.named())) return false;
  return tried(async () => {
    const { table } = await ask('POST /api/tables', { body: planOf(draft, nameOf) });
    go(tablePath(table.id));
  });
}
