/** What the computer advises, in the reader's language. */
import { type Cast, fareName, moveWords, pieceName } from '../chase/words';
import type { AnalysedMove, Reason } from '../generated/wire';
import { maybe, t } from '../i18n/index.svelte';
import { MISTER_X, parseChase } from '../notation';

/**
 * Why a move is good; nothing where the server knows a reason that this page does not. To Mister X
 * himself it says "you"; where anybody may read it, as in a replay, there is no reader.
 */
export function whyWords({ code, numbers }: Reason, reader: string | null = null): string {
  const own = reader === MISTER_X ? maybe(`why_own.${code}`, numbers) : undefined;
  return own ?? maybe(`why.${code}`, numbers) ?? '';
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

/**
 * What is thought of a move: who could judge so, and how much a better one would have changed.
 * `isLast`: it has ended the game, so that there is no chance any more, only what might have been.
 */
export function verdictWords(
  cast: Cast,
  { by, after, better }: AnalysedMove,
  isLast = false,
): string {
  if (after === null) return '';
  const side = t(by === MISTER_X ? 'replay.by_x' : 'replay.by_hunters');
  const chance = isLast ? '' : t('replay.chance', { by: side, percent: percent(after) });
  if (!better) return chance;
  const move = adviceWords(cast, better.move);
  const values = { percent: percent(better.value), move, why: whyWords(better.why) };
  return `${chance} ${t('replay.better', values)}`.trim();
}

function percent(chance: number): number {
  return Math.round(100 * chance);
}
