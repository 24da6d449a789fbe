/** What those at a table are called. */

import type { SeatShown, TableShown } from '../generated/wire';
import { t, type Key } from '../i18n/index.svelte';

/** The seat's number at the table, from 1; Mister X's is 0. */
export function numberOf(seat: string): number {
  return Number(seat.slice(1)) || 0;
}

/** A name: a person's own, and for computer players one by their seat. */
export function nameOf(table: Pick<TableShown, 'seats'>, seat: string): string {
  const place = table.seats.find((one) => one.seat === seat);
  if (place?.name != null) return place.name;
  return seat === 'X' ? t('guard.mister_x') : botName(seat);
}

/** That the game began with a record, and who has read it: the host, if he sits at the table. */
export function recordWords(table: Pick<TableShown, 'host' | 'seats'>): string {
  const [seat] = table.host;
  if (seat === undefined) return t('table.from_record');
  return t('table.from_record_by', { name: nameOf(table, seat) });
}

function botName(seat: string): string {
  const key = `table.bot_${numberOf(seat)}` as Key;
  return t(key);
}

/** The seats beside the one that looks, in the order in which they sit from him on. */
export function othersOf(table: Pick<TableShown, 'seats'>, seat: string | null): SeatShown[] {
  const at = table.seats.findIndex((one) => one.seat === seat);
  return at < 0 ? table.seats : [...table.seats.slice(at + 1), ...table.seats.slice(0, at)];
}
