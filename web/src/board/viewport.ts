/**
 * What part of the map is in sight: pure arithmetic of pan, zoom, pinch, clamp and framing.
 *
 * A view is the map's point in the middle of the container and the scale in CSS pixels per unit
 * of the map. Points on the screen are pixels from the container's top left corner.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Point, Size {}

export interface View extends Point {
  readonly s: number;
}

/** What floats over the edges of the container, in pixels. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
export const MAX_SCALE = 2.5;
/** How far beyond the board one may pan, in units. */
export const MARGIN = 120;

/** The box of an SVG's viewBox attribute. */
export function parseBox(viewBox: string): Box {
  const [x = 0, y = 0, width = 1, height = 1] = viewBox.split(/[\s,]+/).map(Number);
  return { x, y, width, height };
}

/** The smallest scale: the whole board is in sight, clear of what floats. */
export function minScale(size: Size, world: Box, insets: Insets = NO_INSETS): number {
  const { width, height } = room(size, insets);
  return Math.min(width / world.width, height / world.height, MAX_SCALE);
}

function room(size: Size, insets: Insets): Size {
  return {
    width: Math.max(size.width - insets.left - insets.right, 40),
    height: Math.max(size.height - insets.top - insets.bottom, 40),
  };
}

/** The view with the scale and the middle held within the board. */
export function clamp(
  view: View,
  size: Size,
  world: Box,
  insets: Insets = NO_INSETS,
  least = minScale(size, world, insets),
): View {
  const s = Math.min(Math.max(view.s, least), MAX_SCALE);
  return {
    x: along(view.x, s, size.width, insets.left, insets.right, world.x, world.width),
    y: along(view.y, s, size.height, insets.top, insets.bottom, world.y, world.height),
    s,
  };
}

/** One coordinate of the middle, so that the clear part of the container stays on the board. */
function along(
  middle: number,
  s: number,
  size: number,
  before: number,
  after: number,
  start: number,
  length: number,
): number {
  const least = start - MARGIN + (size / 2 - before) / s;
  const most = start + length + MARGIN - (size / 2 - after) / s;
  return least > most ? (least + most) / 2 : Math.min(Math.max(middle, least), most);
}

/** The whole board. */
export function fit(size: Size, world: Box, insets: Insets = NO_INSETS): View {
  return around(world, minScale(size, world, insets), insets);
}

function around(box: Box, s: number, insets: Insets): View {
  return {
    x: box.x + box.width / 2 + (insets.right - insets.left) / 2 / s,
    y: box.y + box.height / 2 + (insets.bottom - insets.top) / 2 / s,
    s,
  };
}

export function toScreen(view: View, size: Size, point: Point): Point {
  return {
    x: (point.x - view.x) * view.s + size.width / 2,
    y: (point.y - view.y) * view.s + size.height / 2,
  };
}

export function toMap(view: View, size: Size, point: Point): Point {
  return {
    x: (point.x - size.width / 2) / view.s + view.x,
    y: (point.y - size.height / 2) / view.s + view.y,
  };
}

/** The view moved with a finger that went so many pixels. */
export function panBy(view: View, dx: number, dy: number): View {
  return { x: view.x - dx / view.s, y: view.y - dy / view.s, s: view.s };
}

/** The view at another scale, with the map's point under the pointer kept there. */
export function zoomAt(view: View, size: Size, at: Point, s: number): View {
  const under = toMap(view, size, at);
  return {
    x: under.x - (at.x - size.width / 2) / s,
    y: under.y - (at.y - size.height / 2) / s,
    s,
  };
}

/** Two fingers, before and now: they keep the map's points under them. */
export function pinch(
  view: View,
  size: Size,
  before: readonly [Point, Point],
  now: readonly [Point, Point],
): View {
  const apart = Math.max(distance(...before), 1);
  const from = between(...before);
  const to = between(...now);
  return zoomAt(
    panBy(view, to.x - from.x, to.y - from.y),
    size,
    to,
    (view.s * Math.max(distance(...now), 1)) / apart,
  );
}

/** The box around some points. */
export function boxOf(points: readonly Point[]): Box | null {
  if (!points.length) return null;
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export interface Framing {
  /** Never smaller than this, even if not all points fit. */
  readonly least: number;
  readonly most: number;
  /** Free pixels around the points. */
  readonly padding: number;
  readonly insets: Insets;
}

/** The scale at which all points of a box have their place. */
function fitting(box: Box, size: Size, { padding, insets }: Framing): number {
  const { width, height } = room(size, insets);
  const wide = Math.max(width - 2 * padding, 40);
  const high = Math.max(height - 2 * padding, 40);
  return Math.min(wide / Math.max(box.width, 1), high / Math.max(box.height, 1));
}

/** Which of some sets of points is the first that fits at the least scale; how many, if none. */
export function rank(sets: readonly (readonly Point[])[], size: Size, framing: Framing): number {
  const found = sets.findIndex((points) => {
    const box = boxOf(points);
    return box !== null && fitting(box, size, framing) >= framing.least;
  });
  return found < 0 ? sets.length : found;
}

/**
 * The view that shows the first of some sets of points that fits at the least scale. Where none
 * does, it stays with the first point, in the middle of the free room.
 */
export function frame(
  sets: readonly (readonly Point[])[],
  size: Size,
  world: Box,
  framing: Framing,
): View | null {
  const { least, most, insets } = framing;
  const box = boxOf(sets[rank(sets, size, framing)] ?? []);
  if (box) {
    const s = Math.min(fitting(box, size, framing), most, MAX_SCALE);
    return clamp(around(box, s, insets), size, world, insets, 0);
  }
  const first = sets.find((points) => points.length)?.[0];
  if (!first) return null;
  return clamp(around({ ...first, width: 0, height: 0 }, least, insets), size, world, insets, 0);
}

/** The view with some points around the middle of the free room, whether they fit or not. */
export function middle(points: readonly Point[], s: number, insets: Insets): View | null {
  const box = boxOf(points);
  return box && around(box, s, insets);
}

/** The view moved as little as needed so that a point is clear of what floats. */
export function reveal(
  view: View,
  size: Size,
  world: Box,
  point: Point,
  insets: Insets,
  padding: number,
): View {
  const { x, y } = toScreen(view, size, point);
  const dx = nudge(x, insets.left + padding, size.width - insets.right - padding);
  const dy = nudge(y, insets.top + padding, size.height - insets.bottom - padding);
  return dx || dy ? clamp(panBy(view, dx, dy), size, world, insets, 0) : view;
}

/** How many points are out of sight: within `reach` pixels of the edges or of what floats. */
export function hidden(
  view: View,
  size: Size,
  points: readonly Point[],
  insets: Insets,
  floats: readonly Box[],
  reach: number,
): number {
  return points.filter((point) => {
    const at = toScreen(view, size, point);
    const isInside =
      at.x >= insets.left + reach &&
      at.x <= size.width - insets.right - reach &&
      at.y >= insets.top + reach &&
      at.y <= size.height - insets.bottom - reach;
    return !isInside || floatOver(at, floats, reach) !== undefined;
  }).length;
}

/** What floats over a point of the screen, or near it. */
export function floatOver(at: Point, floats: readonly Box[], reach: number): Box | undefined {
  return floats.find(
    ({ x, y, width, height }) =>
      at.x > x - reach && at.x < x + width + reach && at.y > y - reach && at.y < y + height + reach,
  );
}

function nudge(at: number, least: number, most: number): number {
  if (least > most) return (least + most) / 2 - at;
  return at < least ? least - at : at > most ? most - at : 0;
}

/** A view on the way from one to another: the scale changes evenly to the eye. */
export function blend(from: View, to: View, part: number): View {
  const s = from.s * (to.s / from.s) ** part;
  // The middle follows the scale, so that a zoom at a point looks like one.
  const ratio = to.s === from.s ? part : (1 / from.s - 1 / s) / (1 / from.s - 1 / to.s);
  return { x: from.x + (to.x - from.x) * ratio, y: from.y + (to.y - from.y) * ratio, s };
}

/** How much is drawn: 0 dots, 1 large markers, 2 all labels, 3 close. */
export type Detail = 0 | 1 | 2 | 3;

export function detail(s: number): Detail {
  if (s < 0.3) return 0;
  if (s < 0.55) return 1;
  return s < 0.9 ? 2 : 3;
}

/** How much larger than drawn a piece or a ring is at a scale, so that it stays visible. */
export function magnified(s: number): number {
  return Math.min(Math.max(0.5 / s, 1), 3.2);
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function between(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
