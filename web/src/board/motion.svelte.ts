/** Pieces on their way: each along its own line, several a moment after one another. */
import type { Fare } from '../notation';
import { prefersStill } from './camera.svelte';
import type { BoardMap } from './geometry';
import { lineFor, onTheWay, pace, type Track, travelMs } from './lines';
import type { Point } from './viewport';

export interface Step {
  readonly piece: string;
  readonly from: number;
  readonly to: number;
  readonly fare: Fare;
}

interface Run {
  readonly piece: string;
  readonly begins: number;
  readonly ends: number;
  readonly from: Point;
  readonly to: Point;
  readonly track: Track | null;
  readonly isReversed: boolean;
}

/** The next piece starts so long after the one before it. */
const APART_MS = 240;
/** However many move at once, the last one starts no later than this. */
const LATEST_MS = 1800;
/** Moves that are shown once more go so much faster, one after the other. */
const AGAIN_SPEED = 2;

export class Motion {
  /** Where pieces are that are under way, or wait to be. */
  places = $state.raw<ReadonlyMap<string, Point>>(new Map());
  readonly #board: BoardMap;
  #runs: Run[] = [];
  #frame: number | undefined;

  constructor(board: BoardMap) {
    this.#board = board;
  }

  /** Let pieces go; they stand at the beginning of their way until it is their turn. */
  play(steps: readonly Step[]): void {
    if (!steps.length || prefersStill() || document.hidden) return;
    const now = performance.now();
    const starts = this.#runs.map((run) => run.begins);
    let next = Math.max(now, ...starts.map((begins) => begins + APART_MS));
    for (const step of steps) {
      const own = this.#runs.filter((run) => run.piece === step.piece).map((run) => run.ends);
      const begins = Math.max(Math.min(next, now + LATEST_MS), ...own);
      const run = this.#run(step, begins);
      if (run) this.#runs.push(run);
      next = begins + APART_MS;
    }
    this.#frame ??= requestAnimationFrame((time) => this.#tick(time));
    this.#place(now);
  }

  /** How long it takes until everybody who is under way has arrived. */
  get leftMs(): number {
    return Math.max(0, ...this.#runs.map((run) => run.ends - performance.now()));
  }

  /** Show moves of before once more: the pieces go back to where they were, and come again. */
  playAgain(steps: readonly Step[]): void {
    this.finish();
    if (prefersStill()) return;
    let next = performance.now();
    for (const step of steps) {
      const run = this.#run(step, next, AGAIN_SPEED);
      if (!run) continue;
      this.#runs.push(run);
      next = run.ends;
    }
    if (!this.#runs.length) return;
    this.#frame = requestAnimationFrame((time) => this.#tick(time));
    this.#place(performance.now());
  }

  /** Everybody is where he belongs, at once. */
  finish(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#runs = [];
    if (this.places.size) this.places = new Map();
  }

  #run({ piece, from, to, fare }: Step, begins: number, speed = 1): Run | null {
    const start = this.#board.stations.get(from);
    const end = this.#board.stations.get(to);
    if (!start || !end || from === to) return null;
    const line = lineFor(this.#board, from, to, fare);
    const track = line ? trackOf(line.d) : null;
    const ends = begins + travelMs(line?.len ?? 200) / speed;
    return { piece, begins, ends, from: start, to: end, track, isReversed: line?.b === from };
  }

  #tick(now: number): void {
    this.#runs = this.#runs.filter((run) => run.ends > now);
    this.#place(now);
    this.#frame = this.#runs.length ? requestAnimationFrame((time) => this.#tick(time)) : undefined;
  }

  #place(now: number): void {
    const places = new Map<string, Point>();
    for (const { piece, begins, ends, from, to, track, isReversed } of this.#runs) {
      if (places.has(piece)) continue; // its earlier way comes first
      const part = Math.min(Math.max((now - begins) / (ends - begins), 0), 1);
      places.set(piece, onTheWay(track, isReversed, from, to, pace(part)));
    }
    this.places = places;
  }
}

function trackOf(d: string): Track {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', d);
  const length = path.getTotalLength();
  return { length, at: (way) => path.getPointAtLength(way) };
}
