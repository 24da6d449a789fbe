/** Which station a touch means. */
import { distance, type Point } from './viewport';

const LEGAL_REACH = 28;
const ANY_REACH = 22;
/** Two legal stations that are both this near to the touch are asked about. */
const DOUBTFUL_REACH = 44;
/** Only where the second is nearly as near as the first is there doubt. */
const CLEARLY_NEARER = 14;

export interface Candidate extends Point {
  readonly n: number;
}

export type Hit =
  | { readonly kind: 'station'; readonly n: number }
  | { readonly kind: 'doubt'; readonly among: readonly number[] }
  | { readonly kind: 'nothing' };

/** Stations and the touch in pixels; `legal` are the targets on offer. */
export function hit(touch: Point, stations: readonly Candidate[], legal: ReadonlySet<number>): Hit {
  const near = stations
    .map((station) => ({ n: station.n, away: distance(station, touch) }))
    .filter(({ away }) => away <= DOUBTFUL_REACH)
    .sort((one, other) => one.away - other.away);
  const targets = near.filter(({ n }) => legal.has(n));
  const [first, second] = targets;
  if (first && first.away <= LEGAL_REACH) {
    if (second && second.away - first.away < CLEARLY_NEARER) {
      return { kind: 'doubt', among: targets.slice(0, 4).map(({ n }) => n) };
    }
    return { kind: 'station', n: first.n };
  }
  const nearest = near[0];
  if (nearest && nearest.away <= ANY_REACH) return { kind: 'station', n: nearest.n };
  return { kind: 'nothing' };
}
