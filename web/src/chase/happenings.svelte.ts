/** What frames tell of: pieces that move on the map, and words for those who listen. */
import { prefersStill } from '../board/camera.svelte';
import type { Motion, Step } from '../board/motion.svelte';
import type { ChaseView, EventShown, Frame } from '../generated/wire';
import { Together } from '../table/together';
import { saidOf } from './announcing';
import { stepsOf, stepsSince } from './drawing';
import { type Cast, moveWords } from './words';

/** How long it is shown that Mister X is caught. */
export const CAPTURE_MS = 700;

export class Happenings {
  /** What is said aloud. */
  said = $state('');
  /** The station where Mister X is being caught, as long as that is shown. */
  caughtAt = $state<number | null>(null);
  readonly #motion: Motion;
  readonly #cast: () => Cast;
  #before: ChaseView | null = null;
  readonly #events = new Together<EventShown>((events) => {
    const words = saidOf(this.#cast(), events, this.#before);
    if (words) this.said = words;
  });
  readonly #stage: (isOn: boolean) => void;
  #capture: ReturnType<typeof setTimeout> | undefined;

  /** `stage`: is told when the last move begins to be shown, and when it is over. */
  constructor(motion: Motion, cast: () => Cast, stage: (isOn: boolean) => void) {
    this.#motion = motion;
    this.#cast = cast;
    this.#stage = stage;
  }

  /** How things stand, as after a snapshot: nothing moves. */
  stand(view: ChaseView): void {
    this.#before = view;
  }

  /** Something has happened. */
  tell(frame: Frame): void {
    const events = frame.events ?? [];
    const before = this.#before;
    if (before) this.#motion.play(stepsOf(before, events));
    if (frame.game) this.#before = frame.game.view as ChaseView;
    if (before && !before.outcome && this.#before?.outcome?.[1] === 'caught') this.#catch();
    for (const event of events) this.#events.add(event);
  }

  /** Show the moves from one on once more. */
  again(view: ChaseView, since: number): Step[] {
    const steps = stepsSince(view, since);
    this.#motion.playAgain(steps);
    const words = view.history.slice(since).map((text) => moveWords(this.#cast(), text));
    this.said = words.filter((one) => one !== null).join(' ');
    return steps;
  }

  /** Mister X is caught: when the piece has arrived, that is shown, and then the end is told. */
  #catch(): void {
    if (prefersStill() || document.hidden) return;
    this.#stage(true);
    this.#capture = setTimeout(() => {
      this.caughtAt = this.#before?.x ?? null;
      this.#capture = setTimeout(() => {
        this.caughtAt = null;
        this.#stage(false);
      }, CAPTURE_MS);
    }, this.#motion.leftMs);
  }

  close(): void {
    this.#events.close();
    clearTimeout(this.#capture);
    this.#stage(false);
    this.#motion.finish();
  }
}
