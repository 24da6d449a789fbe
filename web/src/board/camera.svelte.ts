/**
 * The view of one map: what is in sight, and what is drawn.
 *
 * While a gesture or a flight lasts only `view` changes, and the drawn picture is moved by one CSS
 * transform. When it ends, or when the picture no longer covers the container, it is drawn anew.
 */
import { clearest, type Cover, loosened, ways, widest } from './clearing';
import {
  blend,
  type Box,
  clamp,
  distance,
  fit,
  type Framing,
  frame,
  hidden,
  type Insets,
  MAX_SCALE,
  middle,
  minScale,
  NO_INSETS,
  panBy,
  type Point,
  rank,
  reveal,
  type Size,
  toMap,
  toScreen,
  type View,
  zoomAt,
} from './viewport';

/** The picture is drawn so much larger than the container, so that panning shows no edge. */
const OVERSCAN = 1.5;
/** Drawn anew when it would be stretched or shrunk more than this. */
const STRETCH = 2;
const SETTLE_MS = 140;
const FLIGHT_MS = 520;
/** How far a station that matters stays from what floats, in pixels: its ring and its tickets. */
const REACH = 34;
/** On the whole board a station is small. */
const WHOLE_REACH = 14;
/** A container that has grown or shrunk by more than this part since something was framed in it. */
const OTHER_SIZE = 0.12;

/** How far the view may go, for a size and what lies over it. */
interface Bounds {
  readonly cover: Cover;
  readonly loose: Insets;
  /** The whole board, clear of what floats. */
  readonly whole: View;
  readonly least: number;
}

export class Camera {
  size = $state.raw<Size>({ width: 0, height: 0 });
  insets = $state.raw<Insets>(NO_INSETS);
  view = $state.raw<View>({ x: 0, y: 0, s: 1 });
  drawn = $state.raw<View>({ x: 0, y: 0, s: 1 });
  isMoving = $state(false);
  /** What floats over the map, in pixels of the container. */
  floats: () => readonly Box[] = () => [];
  readonly world: Box;
  /** True once the player has moved the view himself since it was last framed for him. */
  isSteered = false;
  readonly #stations: readonly Point[];
  /** The container's size when something was last framed in it, or was last to be framed anew. */
  #framedIn: Size = { width: 0, height: 0 };
  #bounds: Bounds | undefined;
  /** Counts what has moved the view, so that a wheel can tell whether it was the last of it. */
  #moves = 0;
  #flight: number | undefined;
  #isPlaced = false;
  #hasLooked = false;

  constructor(world: Box, stations: readonly Point[]) {
    this.world = world;
    this.#stations = stations;
  }

  /**
   * The container has its size, or another one; true if that is quite different from the one in which
   * something was last framed, however small the steps to it were.
   */
  resize(size: Size): boolean {
    if (!size.width || !size.height) return false;
    const before = this.size;
    if (before.width === size.width && before.height === size.height) return false;
    this.size = size;
    this.#measure();
    this.#put(this.#isPlaced ? this.view : this.#known.whole);
    this.#isPlaced = true;
    this.settle();
    const { width, height } = this.#framedIn;
    const isOther =
      Math.abs(size.width / width - 1) > OTHER_SIZE ||
      Math.abs(size.height / height - 1) > OTHER_SIZE;
    if (isOther) {
      this.#framedIn = size;
      // Everything has jumped already: what is framed now needs no flight either.
      this.#hasLooked = false;
    }
    return isOther;
  }

  /** True once there is a container to show something in. */
  get isReady(): boolean {
    return this.size.width > 0;
  }

  /** The drawn picture's box on the map. */
  readonly box = $derived.by((): Box => {
    const width = (this.size.width * OVERSCAN) / this.drawn.s;
    const height = (this.size.height * OVERSCAN) / this.drawn.s;
    return { x: this.drawn.x - width / 2, y: this.drawn.y - height / 2, width, height };
  });

  /** The drawn picture's size on the screen. */
  readonly picture = $derived.by((): Size => ({
    width: this.size.width * OVERSCAN,
    height: this.size.height * OVERSCAN,
  }));

  /**
   * Where the drawn picture is moved to while the view is another. It is stretched by the last
   * number, as by coming nearer: after a `scale` Chromium would lay out every text of the map anew,
   * for each step of a wheel.
   */
  readonly transform = $derived.by((): string => {
    const { view, drawn } = this;
    if (view === drawn) return 'none';
    const dx = (drawn.x - view.x) * drawn.s;
    const dy = (drawn.y - view.y) * drawn.s;
    if (view.s === drawn.s) return `translate(${dx}px, ${dy}px)`;
    return `matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ${dx}, ${dy}, 0, ${drawn.s / view.s})`;
  });

  /** Change the view as part of a gesture; whoever knows its end calls `settle` then. */
  gesture(view: View): void {
    // Measured when it begins: within it that would cost a layout.
    if (!this.isMoving) this.#measure();
    this.isSteered = true;
    this.#land();
    this.#moves += 1;
    this.isMoving = true;
    this.#put(view);
  }

  /** Change the view as part of a gesture without an end, as that of a wheel. */
  nudge(view: View): void {
    this.gesture(view);
    const moves = this.#moves;
    const ifLast = (then: () => void) => () => {
      if (moves === this.#moves) then();
    };
    // Counted from what was shown, and after the frame whose steps have come meanwhile, so that a
    // slow device does not take each step for the last.
    const settle = ifLast(() => this.settle());
    const wait = ifLast(() => setTimeout(() => requestAnimationFrame(settle), SETTLE_MS));
    requestAnimationFrame(wait);
  }

  /** The view moved by so many pixels. */
  panned(dx: number, dy: number): View {
    return panBy(this.view, dx, dy);
  }

  /** The view zoomed at a point of the screen. */
  zoomed(at: Point, factor: number): View {
    return zoomAt(this.view, this.size, at, this.#scale(this.view.s * factor));
  }

  /** Zoom at the middle of what is clear of floats, as a button does. */
  zoomBy(factor: number): void {
    this.#measure();
    const { width, height } = this.size;
    const { top, right, bottom, left } = this.insets;
    const at = { x: (left + width - right) / 2, y: (top + height - bottom) / 2 };
    this.steer(this.zoomed(at, factor), 200);
  }

  /** The whole board, because the player wants to see it. */
  showAll(): void {
    this.#measure();
    this.steer(this.#known.whole);
  }

  /**
   * Show the first of these sets of points that fits, or at least the first point; `clear`: what
   * should not lie under what floats, what matters most first.
   */
  show(
    sets: readonly (readonly Point[])[],
    framing: Omit<Framing, 'insets'>,
    ...clear: readonly (readonly Point[])[]
  ): void {
    this.#measure();
    const view = this.#framed(sets, framing, clear);
    // The first look needs no flight to it.
    if (view) this.fly(view, this.#hasLooked ? FLIGHT_MS : 0);
    this.#hasLooked = true;
    this.#framedIn = this.size;
    this.isSteered = false;
  }

  /** Bring a point into sight, by no more than needed. */
  bring(point: Point, padding = 64): void {
    this.bringAll([point], padding);
  }

  /**
   * Bring some points into sight, the last above all, at the same scale; where that shows not all
   * of them, at a smaller one, but not below `least`.
   */
  bringAll(points: readonly Point[], padding = 56, least = MAX_SCALE): void {
    const last = points.at(-1);
    if (!last) return;
    this.#measure();
    const { cover } = this.#known;
    const views = ways(cover.insets, this.size, cover.floats).map((insets) =>
      [...points, last].reduce<View>(
        (view, point) => reveal(view, this.size, this.world, point, insets, padding),
        this.view,
      ),
    );
    const groups = [[last], points];
    const far = (view: View): number => distance(view, this.view);
    let view = clearest(
      views.map((one) => (one === this.view ? one : this.#held(one))),
      groups,
      cover,
      far,
    );
    if (view && least < view.s && this.#hides(view, points)) {
      const framing = { least, most: view.s, padding: REACH + 8 };
      const wider = this.#framed([points], framing, groups);
      view = clearest(wider ? [view, wider] : [view], groups, cover, (one) => -one.s);
    }
    if (view && view !== this.view) this.fly(view);
  }

  /** Put a point into the middle, because the player wants to see it; no nearer than needed. */
  centre(point: Point, least = 0.7): void {
    const s = Math.max(least, this.view.s);
    this.show([[point]], { least: s, most: s, padding: 0 });
    this.isSteered = true;
  }

  /** Go where the player wants to look. */
  steer(to: View, ms = FLIGHT_MS): void {
    this.#measure();
    this.isSteered = true;
    this.fly(to, ms);
  }

  fly(to: View, ms = FLIGHT_MS): void {
    this.#land();
    const from = this.view;
    const target = this.#held(to);
    const isNear = distance(from, target) * from.s < 2 && Math.abs(from.s / target.s - 1) < 0.01;
    if (isNear || ms === 0 || prefersStill() || !this.isReady) {
      this.#put(target);
      this.settle();
      return;
    }
    const began = performance.now();
    const step = (now: number): void => {
      const part = Math.min(Math.max((now - began) / ms, 0), 1);
      this.isMoving = true;
      this.#put(blend(from, target, 1 - (1 - part) ** 3));
      if (part < 1) {
        this.#flight = requestAnimationFrame(step);
      } else {
        this.#flight = undefined;
        this.settle();
      }
    };
    this.#flight = requestAnimationFrame(step);
  }

  /** The gesture has ended: draw what is in sight. */
  settle(): void {
    this.#moves += 1;
    this.isMoving = false;
    this.drawn = this.view;
  }

  toScreen(point: Point): Point {
    return toScreen(this.view, this.size, point);
  }

  toMap(point: Point): Point {
    return toMap(this.view, this.size, point);
  }

  close(): void {
    this.#land();
    this.#moves += 1;
  }

  #scale(s: number): number {
    return Math.min(Math.max(s, this.#known.least), MAX_SCALE);
  }

  /** The best of the views that frame some points, each clear of what floats in its own way. */
  #framed(
    sets: readonly (readonly Point[])[],
    framing: Omit<Framing, 'insets'>,
    groups: readonly (readonly Point[])[],
  ): View | undefined {
    const { cover } = this.#known;
    const { least, padding } = framing;
    // From farther off, or with less around it, more of what does not fit may be seen all the same.
    const looks = [
      framing,
      { least, most: least, padding },
      { least, most: least, padding: REACH },
    ];
    const views = ways(cover.insets, this.size, cover.floats).flatMap((insets) => [
      ...looks.flatMap((look) => {
        const how = { ...look, insets };
        const view = frame(sets, this.size, this.world, how);
        return view ? { ...this.#held(view), rank: rank(sets, this.size, how) } : [];
      }),
      ...sets.flatMap((points) => {
        const view = middle(points, least, insets);
        return view ? { ...this.#held(view), rank: sets.length } : [];
      }),
    ]);
    // What is shown counts before how near it is.
    const best = clearest(views, groups, cover, (view) => view.rank * MAX_SCALE - view.s);
    return best && { x: best.x, y: best.y, s: best.s };
  }

  #hides(view: View, points: readonly Point[]): boolean {
    const { size, insets, floats, reach } = this.#known.cover;
    return hidden(view, size, points, insets, floats, reach) > 0;
  }

  /** Look what lies over the map, and how far one may go therefore. */
  #measure(): void {
    const { size, world, insets } = this;
    const cover = { size, insets, floats: this.floats(), reach: REACH };
    const views = ways(insets, size, cover.floats).flatMap((one) => {
      const framing = { least: 0, most: MAX_SCALE, padding: WHOLE_REACH + 2, insets: one };
      const view = frame([this.#stations], size, world, framing);
      return view ? { ...view, insets: one } : [];
    });
    const near = { ...cover, reach: WHOLE_REACH };
    const { insets: wide, ...whole } = clearest(
      views,
      [this.#stations],
      near,
      (view) => -view.s,
    ) ?? { ...fit(size, world, insets), insets };
    this.#bounds = {
      cover,
      loose: widest(wide, loosened(insets, size, cover.floats)),
      whole,
      least: Math.min(whole.s, minScale(size, world, insets)),
    };
  }

  get #known(): Bounds {
    if (!this.#bounds) this.#measure();
    return this.#bounds!;
  }

  /** The view held within the bounds. */
  #held(view: View): View {
    const { loose, least } = this.#known;
    return clamp(view, this.size, this.world, loose, least);
  }

  #put(view: View): void {
    this.view = this.#held(view);
    if (this.#isBare()) this.drawn = this.view;
  }

  /** True if the drawn picture no longer covers the container, or is too coarse. */
  #isBare(): boolean {
    const { view, drawn, size } = this;
    const k = view.s / drawn.s;
    if (k > STRETCH || k < 1 / STRETCH) return true;
    // Where all of the land is drawn there is nothing that could be missing.
    const spareX = (size.width * (OVERSCAN * k - 1)) / 2;
    const spareY = (size.height * (OVERSCAN * k - 1)) / 2;
    return (
      Math.abs(drawn.x - view.x) * view.s > Math.max(spareX, 0) + size.width * 0.08 ||
      Math.abs(drawn.y - view.y) * view.s > Math.max(spareY, 0) + size.height * 0.08
    );
  }

  #land(): void {
    if (this.#flight !== undefined) cancelAnimationFrame(this.#flight);
    this.#flight = undefined;
  }
}

/** True if the reader wants no motion. */
export function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
