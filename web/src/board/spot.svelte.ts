/** A station that somebody wants to see on the map, as from a number in the talk. */

export interface Spot {
  readonly station: number;
}

const wanted = $state<{ spot: Spot | null }>({ spot: null });

export const spot = {
  /** The last station asked for; a new object each time, so that asking again is heard. */
  get wanted(): Spot | null {
    return wanted.spot;
  },
  /** Show a station on the map. */
  show(station: number): void {
    wanted.spot = { station };
  },
  /** It has been shown. */
  done(): void {
    wanted.spot = null;
  },
};
