/** An analysis as lines and marks over the moments of a replay. Pure. */
import type { AnalysedMove } from '../generated/wire';
import { MISTER_X } from '../notation';

export interface Spot {
  /** The moment: the step of the replay to which the move led. */
  readonly at: number;
  /** Mister X's chance, from 0 to 1. */
  readonly chance: number;
}

export interface Side {
  readonly isX: boolean;
  readonly line: readonly Spot[];
  /** Where there was a better move. */
  readonly marks: readonly Spot[];
}

/** How each side could judge its moves: Mister X's first. */
export function sidesOf(moves: readonly AnalysedMove[]): readonly [Side, Side] {
  return [sideOf(moves, true), sideOf(moves, false)];
}

function sideOf(moves: readonly AnalysedMove[], isX: boolean): Side {
  const own = moves.filter(({ by, after }) => (by === MISTER_X) === isX && after !== null);
  const spot = ({ number, after }: AnalysedMove): Spot => ({ at: number, chance: after ?? 0 });
  return { isX, line: own.map(spot), marks: own.filter(({ better }) => better).map(spot) };
}

/** The line as points of a drawing that is so wide for all moments, and so high for certainty. */
export function pointsOf(
  line: readonly Spot[],
  last: number,
  width: number,
  height: number,
): string {
  return line.map((spot) => xy(spot, last, width, height).join()).join(' ');
}

export function xy(spot: Spot, last: number, width: number, height: number): [number, number] {
  const x = (width * spot.at) / Math.max(last, 1);
  return [Math.round(10 * x) / 10, Math.round(10 * height * (1 - spot.chance)) / 10];
}

/** What may be told with somebody's eyes: the detectives' replay hides what Mister X thought. */
export function seenBy(moves: readonly AnalysedMove[], eyes: string): readonly AnalysedMove[] {
  if (eyes !== 'hunters') return moves;
  return moves.map((move) =>
    move.by === MISTER_X ? { ...move, before: null, after: null, better: null } : move,
  );
}
