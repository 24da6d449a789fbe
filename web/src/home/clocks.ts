/** The clocks on offer. */

import type { ClockPlan } from '../generated/wire';
import { t } from '../i18n/index.svelte';
import { duration } from '../ui/names';

/** A clock with everything said. */
export type Clock = Required<ClockPlan>;

const clock = (kind: Clock['kind'], seconds: number): Clock => ({ kind, seconds, on_time: 'bot' });

export const CLOCKS: readonly Clock[] = [
  clock('none', 0),
  clock('move', 30),
  clock('move', 60),
  clock('move', 120),
  clock('move', 300),
  clock('move', 86_400),
  clock('move', 3 * 86_400),
  clock('bank', 900),
  clock('bank', 1_800),
  clock('bank', 3_600),
];

/** A clock as the value of a choice. */
export function writeClock({ kind, seconds }: Clock): string {
  return `${kind}:${seconds}`;
}

export function readClock(text: string): Clock {
  return CLOCKS.find((plan) => writeClock(plan) === text) ?? clock('none', 0);
}

export function clockName({ kind = 'none', seconds = 0 }: ClockPlan): string {
  if (kind === 'none') return t('new.clock_none');
  const time = duration(seconds);
  return kind === 'move' ? t('new.clock_move', { time }) : t('new.clock_bank', { time });
}
