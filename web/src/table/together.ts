/** What comes within a moment is told together, so that those who listen hear one sentence. */

const TOGETHER_MS = 300;

export class Together<T> {
  #waiting: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #tell: (all: readonly T[]) => void;

  /** `tell`: gets all that came, the first first. */
  constructor(tell: (all: readonly T[]) => void) {
    this.#tell = tell;
  }

  add(one: T): void {
    this.#waiting.push(one);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell(this.#waiting.splice(0));
    }, TOGETHER_MS);
  }

  /** What still waits is never told. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }
}
