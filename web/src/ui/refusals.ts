/** What to say of a refusal, in the reader's language. */

import { t } from '../i18n/index.svelte';
import { refusalOf, type Refusal } from '../net/api';
import { toast } from './toasts.svelte';

export function refusalText(refusal: Pick<Refusal, 'code'>): string {
  return t(`refusal.${refusal.code}`);
}

/** Do something that the server may refuse, and say why if it does; true if it was done. */
export async function tried(what: () => Promise<unknown>): Promise<boolean> {
  try {
    await what();
    return true;
  } catch (thrown) {
    toast(refusalText(refusalOf(thrown)), 'refusal');
    return false;
  }
}
