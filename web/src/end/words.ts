/** Why a game ended, in a sentence. */

import { t, type Key } from '../i18n/index.svelte';
import type { Ending } from './telling';

/**
 * `round`: the round or turn it ended in; of a card game `name`: who was Mister X, `by`: who searched
 * or questioned him last.
 */
export function whyWords({ winner, reason }: Ending, round: number, name: string, by = ''): string {
  const key = reason === 'resigned' || reason === 'time' ? `${reason}_${winner}` : reason;
  return t(`end.why_${key}` as Key, { round, name, by });
}

/** Who won, to somebody who was on no side. */
export function winnerWords({ winner }: Ending): string {
  return t(winner === 'x' ? 'end.x_won' : 'end.hunters_won');
}
