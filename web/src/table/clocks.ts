/** Which clocks are worth a place in the bar. */

import type { ClockShown, TableShown } from '../generated/wire';
import { knowledge } from '../guard/handover';

export interface ClockFace {
  who: string;
  left: number;
  isRunning: boolean;
}

/** The clocks that run, then one's own; without any, none. */
export function clocksOf(
  table: TableShown | null,
  clock: ClockShown | null,
  seat: string | null,
): ClockFace[] {
  if (table === null || clock === null) return [];
  const mine = seat === null ? null : knowledge(table.game, seat);
  const shown = Object.keys(clock.left).filter(
    (who) => clock.running.includes(who) || who === mine,
  );
  return shown.slice(0, 2).map((who) => ({
    who,
    left:
      clock.choice !== null && clock.running.includes(who) ? clock.choice : (clock.left[who] ?? 0),
    isRunning: clock.running.includes(who),
  }));
}
