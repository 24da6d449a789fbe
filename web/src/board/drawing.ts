/** What is laid over the map, as plain data: whoever fills it knows the game, the map does not. */
import type { Fare } from '../notation';

export interface Token {
  readonly piece: string;
  readonly station: number;
  /** Marked as the one that is about to move. */
  readonly isChosen: boolean;
  /** Nobody is there who could move it. */
  readonly isAway: boolean;
  readonly isOwn: boolean;
}

export interface Target {
  readonly station: number;
  readonly fares: readonly Fare[];
  readonly isChosen: boolean;
}

/** A way that is lit: from a station to the next, by the lines that the fare allows. */
export interface Route {
  readonly from: number;
  readonly to: number;
  readonly fare: Fare;
}

/** The station at which Mister X was last seen, after which of his moves, and how long ago. */
export interface LastSeen {
  readonly station: number;
  readonly window: number;
}

/** Stations with a weight between 0 and 1. */
export type Weights = ReadonlyMap<number, number>;
