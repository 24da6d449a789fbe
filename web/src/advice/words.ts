/** What the computer advises, in the reader's language. */
import { type Cast, fareName, moveWords, pieceName } from '../chase/words';
import type { Reason } from '../generated/wire';
import { maybe, t } from '../i18n/index.svelte';
import { parseChase } from '../notation';

/** Why a move is good; nothing where the server knows a reason that this page does not. */
export function whyWords({ code, numbers }: Reason): string {
  return maybe(`why.${code}`, numbers) ?? '';
}

/** A move that is advised, as a sentence. */
export function adviceWords(cast: Cast, text: string): string {
  const move = parseChase(text);
  if (move?.kind === 'reveal') return move.show ? t('hint.show') : t('hint.hide');
  if (move?.kind === 'take') {
    return t('hint.take', { name: pieceName(cast, move.from), ticket: fareName(move.ticket) });
  }
  return moveWords(cast, text) ?? text;
}
