/** What seats, editions and computer players are called, in the reader's language. */

import type { EditionInfo } from '../generated/wire';
import { locale, maybe, t } from '../i18n/index.svelte';

/** A seat by what it plays: Mister X, Detective 2, Player 3. */
export function seatName(seat: string): string {
  if (seat === 'X') return t('seat.x');
  const n = seat.slice(1);
  return seat.startsWith('P') ? t('seat.player', { n }) : t('seat.hunter', { n });
}

export function editionName(edition: string): string {
  return maybe(`edition.${edition}`) ?? edition;
}

/** An edition in a line. */
export function editionAbout(edition: EditionInfo): string {
  const values = { players: range(edition.players), rounds: edition.chase?.rounds ?? 0 };
  return maybe(`edition.${edition.name}.about`, values) ?? t('edition.own', values);
}

/** The newest first; editions of the operator's own, and those for study, come last. */
const KNOWN = [
  'modern-2013',
  'modern-24',
  'classic-2000',
  'classic-1983',
  'beginner',
  'cards-2017',
];

export function newestFirst<T extends { readonly name: string }>(editions: readonly T[]): T[] {
  const rank = ({ name }: T): number => (KNOWN.includes(name) ? KNOWN.indexOf(name) : KNOWN.length);
  return [...editions].sort((one, other) => rank(one) - rank(other));
}

export function botName(player: string): string {
  return maybe(`bot.${player}`) ?? player;
}

/** Things in a row: "a, b and c". */
export function listed(
  items: readonly string[],
  kind: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return new Intl.ListFormat(locale.current, { type: kind }).format(items);
}

export function lineName(transport: string): string {
  return maybe(`chase.line_${transport}`) ?? transport;
}

/** `2–6`, or `4, 6` where there is a gap. */
export function range(numbers: readonly number[]): string {
  const first = numbers[0];
  const last = numbers.at(-1);
  if (first === undefined || last === undefined) return '';
  if (first === last) return String(first);
  return last - first === numbers.length - 1 ? `${first}–${last}` : numbers.join(', ');
}

/** How long, in the largest unit that fits. */
export function duration(seconds: number): string {
  if (seconds >= 86_400 && seconds % 86_400 === 0) return t('new.days', { n: seconds / 86_400 });
  if (seconds >= 3_600 && seconds % 3_600 === 0) return t('new.hours', { n: seconds / 3_600 });
  if (seconds >= 60 && seconds % 60 === 0) return t('new.minutes', { n: seconds / 60 });
  return t('new.seconds', { n: seconds });
}
