/** The rules of all editions, as data from the server. */

import type { CardsRules, ChaseRules } from '../generated/wire';
import { ask } from '../net/api';

export type Rules = ChaseRules | CardsRules;

let loading: Promise<readonly Rules[]> | null = null;

/** Every edition's rules; asked for once. */
export function loadBook(): Promise<readonly Rules[]> {
  loading ??= ask('GET /api/rules').then(
    ({ editions }) => editions,
    (thrown: unknown) => {
      // A failure is not kept: the next one asks again.
      loading = null;
      throw thrown;
    },
  );
  return loading;
}

export function isChase(rules: Rules): rules is ChaseRules {
  return rules.game === 'chase';
}
