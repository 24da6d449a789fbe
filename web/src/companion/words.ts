/** What was said at a real table, in the reader's language. */

import { type Cast, moveWords, pieceName } from '../chase/words';
import { maybe, t } from '../i18n/index.svelte';
import type { Fault } from './following.svelte';
import { partsOf } from './saying';

/** An entry as a sentence. */
export function entryWords(cast: Cast, entry: string): string {
  if (entry === 'X@?') return t('companion.told_card');
  if (entry === 'X:hide') return t('companion.told_hides');
  const { said, seen, via } = partsOf(entry);
  const words = [moveWords(cast, said) ?? entry];
  if (seen !== null) words.push(t('companion.told_seen', { station: seen }));
  if (via !== null) words.push(t('companion.told_via', { station: via }));
  return words.join(' ');
}

/** The piece that an entry is about, for its sign. */
export function pieceOf(entry: string): string {
  return /^[DB]\d/.exec(entry)?.[0] ?? 'X';
}

/** Why an entry was refused, and what to do. */
export function faultWords(cast: Cast, fault: Fault, cover: (entry: string) => string): string {
  const entry = entryWords(cast, cover(fault.entry));
  const why = maybe(`refusal.${fault.refusal.code}`) ?? fault.refusal.message;
  if (fault.dropped.length) return t('companion.dropped', { n: fault.dropped.length, entry });
  if (fault.refusal.entry == null) return why;
  return t('companion.refused', { entry });
}

/** A station that cannot be: said of whom, and what to do. */
export function wrongWords(cast: Cast, piece: string | null, station: number): string {
  if (piece === null || piece === 'X') return t('companion.wrong_x', { station });
  return t('companion.wrong', { station, name: pieceName(cast, piece) });
}
