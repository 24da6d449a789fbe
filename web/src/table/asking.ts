/** What the table has been asked, and what has become of it. */

import type { AskShown, Frame } from '../generated/wire';
import { t } from '../i18n/index.svelte';

/** What a frame says of a question, to a seat that has not done it itself; null: nothing. */
export function outcome(
  ask: AskShown | null,
  frame: Pick<Frame, 'kind' | 'seat' | 'yes'>,
  me: string | null,
  nameOf: (seat: string) => string,
): string | null {
  if (frame.seat == null || frame.seat === me) return null;
  const name = nameOf(frame.seat);
  if (frame.kind === 'undo_to') return t('table.undone', { name });
  if (ask === null || frame.kind !== 'answer' || frame.yes !== false) return null;
  if (frame.seat === ask.of) return t('table.is_back', { name });
  return frame.seat === ask.seat
    ? t('table.withdrawn', { name })
    : t(`table.refused_${ask.what}`, { name });
}
