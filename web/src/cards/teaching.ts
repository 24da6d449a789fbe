/** What a frame of the card game tells one seat alone. */

import type { EventShown } from '../generated/wire';

/** Whether a seat has seen a hand, or cards have come into its own. */
export function hasTaught(events: readonly EventShown[], seat: string | null): boolean {
  return events.some((one) => {
    // Whoever is questioned is told of it too, and knew his hand.
    if (one.kind === 'hand') return one['of'] !== seat;
    if (one['seat'] !== seat) return false;
    if (one.kind === 'drew') return Array.isArray(one['cards']) && one['cards'].length > 0;
    return one.kind === 'took' && one['card'] != null;
  });
}
