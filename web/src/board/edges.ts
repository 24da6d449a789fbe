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

/** The sign of a point that is in the view, but under what floats: beside that; else null. */
export function coveredSign(
  point: Point,
  size: Size,
  insets: Insets,
  padding: Size,
  floats: readonly Box[],
): EdgeSign | null {
  if (!floatOver(point, floats, 0)) return null;
  const top = insets.top + padding.height;
  const bottom = size.height - insets.bottom - padding.height;
  const y = Math.max(top, Math.min(point.y, bottom));
  const { x } = beside({ x: point.x, y }, size, padding, floats);
  return { x, y, angle: (Math.atan2(point.x - x, y - point.y) * 180) / Math.PI };
}

/** A sign moved towards the middle, out from under what floats; `padding`: half of its size. */
export function beside<T extends Point>(
  sign: T,
  size: Size,
  padding: Size,
  floats: readonly Box[],
): T {
  let { x } = sign;
  for (const float of floats) {
    const middle = float.x + float.width / 2;
    if (Math.abs(sign.y - float.y - float.height / 2) >= float.height / 2 + padding.height)
      continue;
    if (Math.abs(x - middle) >= float.width / 2 + padding.width) continue;
    const way = float.width / 2 + padding.width;
    x = middle > size.width / 2 ? middle - way : middle + way;
  }
  return { ...sign, x };
}

/** Signs moved apart where they would lie on each other, towards the middle (`middle`: its height). */
export function apart<T extends Point>(
  signs: readonly T[],
  width: number,
  height: number,
  middle: number,
): T[] {
  const placed: T[] = [];
  for (const sign of signs) {
    const { x } = sign;
    let { y } = sign;
    for (let tries = 0; tries < signs.length; tries += 1) {
      const other = placed.find(
        (one) => Math.abs(one.x - x) < width && Math.abs(one.y - y) < height,
      );
      if (!other) break;
      y = other.y + (sign.y < middle ? height : -height);
    }
    placed.push({ ...sign, x, y });
  }
  return placed;
}
