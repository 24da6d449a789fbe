/** Where the sign of something outside the view sits at its edge. */
import { floatOver, type Box, type Insets, type Point, type Size } from './viewport';

export interface EdgeSign extends Point {
  /** Which way it lies, in degrees clockwise from upwards. */
  readonly angle: number;
}

/**
 * The point on the edge of the clear part of the container on the way from its middle to `point`,
 * both in pixels; null if the point is in sight.
 */
export function edgeSign(point: Point, size: Size, insets: Insets, padding: Size): EdgeSign | null {
  const left = insets.left;
  const top = insets.top;
  const right = size.width - insets.right;
  const bottom = size.height - insets.bottom;
  const isInside = point.x >= left && point.x <= right && point.y >= top && point.y <= bottom;
  if (isInside || right <= left || bottom <= top) return null;
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const dx = point.x - middle.x;
  const dy = point.y - middle.y;
  const half = {
    x: Math.max((right - left) / 2 - padding.width, 1),
    y: Math.max((bottom - top) / 2 - padding.height, 1),
  };
  const part = Math.min(
    half.x / Math.max(Math.abs(dx), 1e-6),
    half.y / Math.max(Math.abs(dy), 1e-6),
  );
  return {
    x: middle.x + dx * part,
    y: middle.y + dy * part,
    angle: (Math.atan2(dx, -dy) * 180) / Math.PI,
  };
}

/** The sign of a point that is in the view, but under what floats: as near to it as may be. */
export function coveredSign(point: Point, floats: readonly Box[]): EdgeSign | null {
  return floatOver(point, floats, 0) ? { ...point, angle: 0 } : null;
}

/** A sign, and what it is the sign of. */
export interface Sign extends EdgeSign {
  readonly of: Point;
}

/** Signs are looked for along the edge, then along lines further in, so many pixels apart. */
const STEP = 12;
const DEEPEST = 120;

/**
 * Signs where they lie neither on each other nor on anything that is taken, each as near as can be
 * to its own place and to the edge. `size`: of a sign with the gap around it; `area`: where the
 * middles may be. What finds no place is left out: it would cover what it stands beside.
 */
export function placed<T extends Sign>(
  signs: readonly T[],
  size: Size,
  area: Box,
  taken: readonly Box[],
): T[] {
  const full = [...taken];
  const lines = ring(area);
  return signs.flatMap((sign) => {
    const price = ({ x, y, depth }: Place): number =>
      Math.hypot(x - sign.x, y - sign.y) + 1.5 * depth;
    const own = { x: sign.x, y: sign.y, depth: 0 };
    const [at] = [...(isWithin(own, area) ? [own] : []), ...lines]
      .filter((place) => !full.some((box) => overlaps(around(place, size), box)))
      .sort((one, other) => price(one) - price(other));
    if (!at) return [];
    full.push(around(at, size));
    const angle = (Math.atan2(sign.of.x - at.x, at.y - sign.of.y) * 180) / Math.PI;
    return [{ ...sign, x: at.x, y: at.y, angle }];
  });
}

interface Place extends Point {
  /** How far from the edge. */
  readonly depth: number;
}

/** Places along the edge of an area, and further in. */
function ring({ x, y, width, height }: Box): Place[] {
  const places: Place[] = [];
  const deepest = Math.min(DEEPEST, width / 2, height / 2);
  for (let depth = 0; depth <= deepest; depth += STEP) {
    const right = x + width - depth;
    const bottom = y + height - depth;
    for (let at = x + depth; at <= right; at += STEP)
      places.push({ x: at, y: y + depth, depth }, { x: at, y: bottom, depth });
    for (let at = y + depth; at <= bottom; at += STEP)
      places.push({ x: x + depth, y: at, depth }, { x: right, y: at, depth });
  }
  return places;
}

function around({ x, y }: Point, { width, height }: Size): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function isWithin({ x, y }: Point, area: Box): boolean {
  return x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;
}
