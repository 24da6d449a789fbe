/** A button that has to be held, by finger, mouse or key. */

export const HOLD_MS = 800;

export class Hold {
  isHeld = $state(false);
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly onheld: () => void) {}

  down(event: PointerEvent): void {
    if (event.button === 0) this.#start();
  }

  key(event: KeyboardEvent): void {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    if (!event.repeat) this.#start();
  }

  /** A click without a pointer or a key comes from a screen reader, which cannot hold. */
  click(event: MouseEvent): void {
    if (event.detail === 0 && !this.isHeld) this.onheld();
  }

  stop(): void {
    this.isHeld = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #start(): void {
    this.stop();
    this.isHeld = true;
    this.#timer = setTimeout(() => {
      this.stop();
      this.onheld();
    }, HOLD_MS);
  }
}
