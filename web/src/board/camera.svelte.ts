/**
 * The view of one map: what is in sight, and what is drawn.
 *
 * While a gesture or a flight lasts only `view` changes, and the drawn picture is moved by one CSS
 * transform. When it ends, or when the picture no longer covers the container, it is drawn anew.
 */
import {
  blend,
  type Box,
  clamp,
  distance,
  fit,
  floatOver,
  type Framing,
  frame,
  hidden,
  type Insets,
  minScale,
  NO_INSETS,
  panBy,
  type Point,
  reveal,
  type Size,
  toMap,
  toScreen,
  type View,
  widened,
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

export class Camera {
  size = $state.raw<Size>({ width: 0, height: 0 });
  insets = $state.raw<Insets>(NO_INSETS);
  view = $state.raw<View>({ x: 0, y: 0, s: 1 });
  drawn = $state.raw<View>({ x: 0, y: 0, s: 1 });
  isMoving = $state(false);
  /** What floats over the map, in pixels of the container. */
  floats: () => readonly Box[] = () => [];
  readonly world: Box;
  /** Counts what has moved the view, so that a wheel can tell whether it was the last of it. */
  #moves = 0;
  #flight: number | undefined;
  #isPlaced = false;
  #hasLooked = false;

  constructor(world: Box) {
    this.world = world;
  }

  /** The container has its size, or another one. */
  resize(size: Size): void {
    if (!size.width || !size.height) return;
    const before = this.size;
    if (before.width === size.width && before.height === size.height) return;
    this.size = size;
    this.#put(this.#isPlaced ? this.view : fit(size, this.world, this.insets));
    this.#isPlaced = true;
    this.settle();
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
    const { width, height } = this.size;
    const { top, right, bottom, left } = this.insets;
    const at = { x: (left + width - right) / 2, y: (top + height - bottom) / 2 };
    this.fly(this.zoomed(at, factor), 200);
  }

  /** The whole board. */
  showAll(): void {
    this.fly(fit(this.size, this.world, this.insets));
  }

  /**
   * Show the first of these sets of points that fits, or at least the first point; `clear`: points
   * that should not lie under what floats.
   */
  show(
    sets: readonly (readonly Point[])[],
    framing: Omit<Framing, 'insets'>,
    clear: readonly Point[] = [],
  ): void {
    const floats = this.floats();
    const rest = (view: View): number => hidden(view, this.size, clear, this.insets, floats, REACH);
    const [view] = [this.insets, ...widened(this.insets, this.size, floats)]
      .flatMap((insets) => frame(sets, this.size, this.world, { ...framing, insets }) ?? [])
      .map((one) => clamp(one, this.size, this.world, this.insets))
      .sort((one, other) => rest(one) - rest(other));
    // The first look needs no flight to it.
    if (view) this.fly(view, this.#hasLooked ? FLIGHT_MS : 0);
    this.#hasLooked = true;
  }

  /** Bring a point into sight, by no more than needed. */
  bring(point: Point, padding = 64): void {
    const view = this.#cleared(
      reveal(this.view, this.size, this.world, point, this.insets, padding),
      point,
    );
    if (view !== this.view) this.fly(view);
  }

  /** Bring some points into sight, the last above all, at the same scale. */
  bringAll(points: readonly Point[], padding = 56): void {
    const last = points.at(-1);
    if (!last) return;
    const to = points.reduce<View>(
      (view, point) => reveal(view, this.size, this.world, point, this.insets, padding),
      this.view,
    );
    const sure = reveal(to, this.size, this.world, last, this.insets, padding);
    const free = this.#cleared(sure, last);
    if (free !== this.view) this.fly(free);
  }

  /** The view moved so that a point does not lie under what floats. */
  #cleared(view: View, point: Point): View {
    const float = floatOver(toScreen(view, this.size, point), this.floats(), REACH);
    if (!float) return view;
    const [insets = this.insets] = widened(this.insets, this.size, [float]);
    return reveal(view, this.size, this.world, point, insets, REACH + 8);
  }

  /** Put a point into the middle. */
  centre(point: Point, least = 0.7): void {
    this.show([[point]], { least: Math.max(least, this.view.s), most: 2.5, padding: 0 });
  }

  fly(to: View, ms = FLIGHT_MS): void {
    this.#land();
    const from = this.view;
    const target = clamp(to, this.size, this.world, this.insets);
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
    return Math.min(Math.max(s, minScale(this.size, this.world, this.insets)), 2.5);
  }

  #put(view: View): void {
    this.view = clamp(view, this.size, this.world, this.insets);
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
