/** Why a game ended, in a sentence. */

import { t, type Key } from '../i18n/index.svelte';
import type { Ending } from './telling';

/** `round`: the round or turn it ended in; `name`: who was Mister X in a card game. */
export function whyWords({ winner, reason }: Ending, round: number, name: string): string {
  const key = reason === 'resigned' || reason === 'time' ? `${reason}_${winner}` : reason;
  return t(`end.why_${key}` as Key, { round, name });
}

/** Who won, to somebody who was on no side. */
export function winnerWords({ winner }: Ending): string {
  return t(winner === 'x' ? 'end.x_won' : 'end.hunters_won');
}
