/** Moving along the lines of a map. */
import { type Fare, TRANSPORT_OF } from '../notation';
import type { BoardMap, LineShape } from './geometry';
import type { Point } from './viewport';

/** The ends of a line lie beside the station's middle; a piece swings in over so many units. */
const SWING = 20;

/** A drawn line: its length, and the point at a way along it. */
export interface Track {
  readonly length: number;
  at(way: number): Point;
}

/** The line that a piece takes: the fare's own, or where it leaves that open, the shortest. */
export function lineFor(
  board: BoardMap,
  from: number,
  to: number,
  fare: Fare,
): LineShape | undefined {
  const lines = board.between(from, to);
  const own =
    fare && fare !== 'K' ? lines.find((line) => line.transport === TRANSPORT_OF[fare]) : undefined;
  return own ?? [...lines].sort((one, other) => one.len - other.len)[0];
}

/** Where a piece is when it has gone a part (0 to 1) of a line from one station's middle to another's. */
export function onTheWay(
  track: Track | null,
  isReversed: boolean,
  from: Point,
  to: Point,
  part: number,
): Point {
  if (!track || track.length === 0) return mix(from, to, part);
  const way = part * track.length;
  const point = track.at(isReversed ? track.length - way : way);
  const swing = Math.min(SWING, track.length / 2);
  if (way < swing) return mix(from, point, way / swing);
  const rest = track.length - way;
  return rest < swing ? mix(to, point, rest / swing) : point;
}

function mix(from: Point, to: Point, part: number): Point {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** How long a piece takes for a line, by its length. */
export function travelMs(length: number): number {
  return Math.min(Math.max(380 + length * 0.9, 500), 900);
}

/** The curve of a piece's pace. */
export function pace(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}
