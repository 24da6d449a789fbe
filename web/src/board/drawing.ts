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

/** A sign that somebody has put on a station, for himself or for his side. */
export interface Mark {
  readonly station: number;
  readonly sign: 'maybe' | 'crossed';
  readonly isShared: boolean;
}

/** Stations with a weight between 0 and 1. */
export type Weights = ReadonlyMap<number, number>;

const MOST_NAMED = 4;

/**
 * The likeliest stations, a few at most. Of those that are equally likely all or none are named: to
 * single some of them out would tell something that is not so.
 */
export function likeliest(weights: Weights): number[] {
  const ordered = [...weights].sort(([, one], [, other]) => other - one);
  const next = ordered[MOST_NAMED]?.[1] ?? 0;
  return ordered.filter(([, weight]) => weight > next).map(([station]) => station);
}
