/** What frames tell of: pieces that move on the map, and words for those who listen. */
import type { Motion, Step } from '../board/motion.svelte';
import type { ChaseView, Frame } from '../generated/wire';
import { stepsOf, stepsSince } from './drawing';
import { announcement, type Cast, moveWords } from './words';

/** Words that come in so short a time are said together. */
const TOGETHER_MS = 300;

export class Happenings {
  /** What is said aloud. */
  said = $state('');
  readonly #motion: Motion;
  readonly #cast: () => Cast;
  #before: ChaseView | null = null;
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(motion: Motion, cast: () => Cast) {
    this.#motion = motion;
    this.#cast = cast;
  }

  /** How things stand, as after a snapshot: nothing moves. */
  stand(view: ChaseView): void {
    this.#before = view;
  }

  /** Something has happened. */
  tell(frame: Frame): void {
    const events = frame.events ?? [];
    if (this.#before) this.#motion.play(stepsOf(this.#before, events));
    if (frame.game) this.#before = frame.game.view as ChaseView;
    const words = announcement(this.#cast(), events);
    if (!words) return;
    this.#waiting.push(words);
    this.#timer ??= setTimeout(() => this.#say(), TOGETHER_MS);
  }

  /** Show the moves from one on once more. */
  again(view: ChaseView, since: number): Step[] {
    const steps = stepsSince(view, since);
    this.#motion.playAgain(steps);
    const words = view.history.slice(since).map((text) => moveWords(this.#cast(), text));
    this.said = words.filter((one) => one !== null).join(' ');
    return steps;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#motion.finish();
  }

  #say(): void {
    this.#timer = undefined;
    this.said = this.#waiting.join(' ');
    this.#waiting = [];
  }
}
