/** Views in which what matters lies clear of what floats over the map. */
import { type Box, hidden, type Insets, type Point, type Size, type View } from './viewport';

/** The insets grown by something that floats: so that nothing lies beside it, or above or below. */
function grown(insets: Insets, size: Size, { x, y, width, height }: Box): [Insets, Insets] {
  return [
    x + width / 2 > size.width / 2
      ? { ...insets, right: Math.max(insets.right, size.width - x) }
      : { ...insets, left: Math.max(insets.left, x + width) },
    y + height / 2 > size.height / 2
      ? { ...insets, bottom: Math.max(insets.bottom, size.height - y) }
      : { ...insets, top: Math.max(insets.top, y + height) },
  ];
}

/** All ways to keep clear of what floats: each left out of account, or avoided to either side. */
export function ways(insets: Insets, size: Size, floats: readonly Box[]): Insets[] {
  return floats.reduce(
    (all, float) => [...all, ...all.flatMap((one) => grown(one, size, float))],
    [insets],
  );
}

/** How far the map may be moved: what floats is cleared to the side on which it takes less. */
export function loosened(insets: Insets, size: Size, floats: readonly Box[]): Insets {
  const taken = ({ top, right, bottom, left }: Insets): number => top + right + bottom + left;
  return floats.reduce((now, float) => {
    const [across, along] = grown(insets, size, float);
    return widest(now, taken(across) < taken(along) ? across : along);
  }, insets);
}

/** On each side the larger of two insets. */
export function widest(one: Insets, other: Insets): Insets {
  return {
    top: Math.max(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
    left: Math.max(one.left, other.left),
  };
}

/** What is over the map, and how far from it a station must lie to count as seen, in pixels. */
export interface Cover {
  readonly size: Size;
  readonly insets: Insets;
  readonly floats: readonly Box[];
  readonly reach: number;
}

/**
 * Of some views the one that hides fewest points: of the first group, then of the second, and so
 * on. Among equals it is the one that `price` makes cheapest.
 */
export function clearest<T extends View>(
  views: readonly T[],
  groups: readonly (readonly Point[])[],
  { size, insets, floats, reach }: Cover,
  price: (view: T) => number,
): T | undefined {
  const [best] = views
    .map((view) => ({
      view,
      costs: [
        ...groups.map((points) => hidden(view, size, points, insets, floats, reach)),
        price(view),
      ],
    }))
    .sort((one, other) => {
      const first = one.costs.findIndex((cost, at) => cost !== other.costs[at]);
      return first < 0 ? 0 : one.costs[first]! - other.costs[first]!;
    });
  return best?.view;
}

/** All choices among a few points, the largest first, and of equal ones the closest together. */
export function gathered(points: readonly Point[]): Point[][] {
  const spread = (some: readonly Point[]): number => {
    const length = (of: readonly number[]): number => Math.max(...of) - Math.min(...of);
    return length(some.map(({ x }) => x)) + length(some.map(({ y }) => y));
  };
  return points
    .reduce<Point[][]>((all, point) => [...all, ...all.map((some) => [...some, point])], [[]])
    .filter((some) => some.length > 0)
    .sort((one, other) => other.length - one.length || spread(one) - spread(other));
}
