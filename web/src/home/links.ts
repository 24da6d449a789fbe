/** One-time links, which move a seat to this device: `/#take=TOKEN`. */

import { t } from '../i18n/index.svelte';
import { ask } from '../net/api';
import { go, tablePath } from '../router.svelte';
import { guest } from '../state/guest.svelte';
import { tried } from '../ui/refusals';
import { toast } from '../ui/toasts.svelte';
import { at } from '../net/prefix';

/** The token in an address, if it has one. */
export function tokenIn(hash: string): string | null {
  return /^#take=([A-Za-z0-9_-]{8,100})$/.exec(hash)?.[1] ?? null;
}

/** The path of a one-time link. */
export function takePath(token: string): string {
  return at(`/#take=${token}`);
}

/** Use up the link in the address, if there is one; it leaves the address and the history. */
export async function takeLink(): Promise<void> {
  const token = tokenIn(location.hash);
  if (token === null) return;
  go(location.pathname, { replace: true });
  await tried(async () => {
    // The seat has a name already, and somebody waits at it.
    if (guest.info === null) await guest.rename(t('name.guest'));
    const { table } = await ask('POST /api/link', { body: { token } });
    go(tablePath(table), { replace: true });
    toast(t('lobby.took_seat'), 'ok');
  });
}
