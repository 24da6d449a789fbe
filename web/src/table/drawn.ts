/** What the lot has decided at the start, and what a clock has. */

import type { Frame, TableShown } from '../generated/wire';
import { t } from '../i18n/index.svelte';
import { seatName } from '../ui/names';
import { nameOf } from './names';

/** Who one is now, and who Mister X is; null where no roles were drawn. */
export function drawnWords(table: TableShown, seat: string): string | null {
  if (table.roles !== 'drawn' || table.game !== 'chase') return null;
  if (seat === 'X') return t('table.drawn_x');
  const x = table.seats.find((one) => one.seat === 'X')?.name ?? t('bot.name');
  return t('table.drawn', { role: seatName(seat), name: x });
}

/** Whose time is over, where a computer player moves then; null: nobody's, or the game is lost. */
export function timeUpWords(table: TableShown, frame: Pick<Frame, 'kind' | 'who'>): string | null {
  if (frame.kind !== 'flag' || frame.who == null || table.phase !== 'playing') return null;
  const seats = table.seats.map(({ seat }) => seat);
  const several = frame.who === 'hunters' && seats.length > 2;
  const seat = frame.who === 'hunters' ? seats.find((one) => one !== 'X') : frame.who;
  const name = several || seat === undefined ? t('guard.detectives') : nameOf(table, seat);
  return t('table.time_up', { name });
}
