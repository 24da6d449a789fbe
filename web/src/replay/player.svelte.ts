/** Going through a replay: at which moment one is, by hand or by itself. */

export const SPEEDS = [1, 2, 4, 0.5] as const;
export type Speed = (typeof SPEEDS)[number];

/** How long a moment is shown at the usual speed: a piece arrives, and there is time to look. */
const MOMENT_MS = 1300;

export class Player {
  at = $state(0);
  isPlaying = $state(false);
  speed = $state<Speed>(1);
  /** The last moment there is. */
  last = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A game with so many moments, from its beginning. */
  load(count: number): void {
    this.pause();
    this.last = Math.max(count - 1, 0);
    this.at = 0;
  }

  /** Go to a moment; whoever does so himself wants it to stay. */
  seek(at: number): void {
    this.pause();
    this.at = Math.min(Math.max(Math.round(at), 0), this.last);
  }

  step(by: number): void {
    this.seek(this.at + by);
  }

  toggle(): void {
    if (this.isPlaying) {
      this.pause();
      return;
    }
    if (this.at >= this.last) this.at = 0;
    this.isPlaying = this.last > 0;
    this.#wait();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  /** The next speed, round and round. */
  hurry(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.isPlaying) return;
    this.#timer = setTimeout(() => {
      this.at = Math.min(this.at + 1, this.last);
      if (this.at >= this.last) this.pause();
      else this.#wait();
    }, MOMENT_MS / this.speed);
  }
}
