/** The guard of a shared screen: while it stands, the page knows nothing of any seat. */

import { roundOf } from '../notify';
import type { TableState } from '../state/table.svelte';
import { isWholeTable } from './handover';

/** How long the clock's answer is waited for before the seat is left. */
const PATIENCE_MS = 1_500;

export class Guard {
  isUp = $state(false);
  /** The seat that it opens for. */
  next = $state<string | null>(null);
  /** It came up because somebody else is next, or because the position was covered. */
  why = $state<'next' | 'cover'>('next');
  round = $state<number | null>(null);
  hasStoppedClock = $state(false);
  #leaving: Promise<void> = Promise.resolve();
  #owesResume = $state(false);

  constructor(private readonly page: TableState) {}

  /** Stand between what is on the screen and whoever is next. */
  raise(next: string | null, why: 'next' | 'cover'): void {
    if (this.isUp) return;
    const { game, table } = this.page;
    this.round = game === null ? null : roundOf(game);
    this.next = next;
    this.why = why;
    this.isUp = true;
    this.hasStoppedClock = table?.paused === true && this.#mayStopClock();
    this.#leaving = this.#leave();
  }

  /** Open for a seat: from now on the page shows what it may know. */
  async open(seat: string): Promise<void> {
    await this.#leaving;
    this.#owesResume = this.#mayStopClock();
    this.page.watch(seat);
    this.isUp = false;
    this.hasStoppedClock = false;
  }

  /** Let the clock go on that was stopped, as soon as the page knows how things are. */
  settle(): void {
    if (this.isUp || !this.#owesResume || this.page.game === null) return;
    this.#owesResume = false;
    if (this.page.table?.paused) void this.page.send({ do: 'resume' });
  }

  async #leave(): Promise<void> {
    const { page } = this;
    if (this.#mayStopClock() && page.isWatching && page.seat !== null && !page.table?.paused) {
      const stopped = page.send({ do: 'ask', what: 'pause' });
      const answer = await Promise.race([stopped, wait(PATIENCE_MS)]);
      this.hasStoppedClock = answer === 'done';
    }
    page.unwatch();
  }

  /** Where everybody who plays sits here, nobody loses time while the device changes hands. */
  #mayStopClock(): boolean {
    const { table, mine } = this.page;
    return (
      table !== null &&
      table.phase === 'playing' &&
      table.clock.kind !== 'none' &&
      isWholeTable(table, mine)
    );
  }
}

function wait(ms: number): Promise<null> {
  return new Promise((done) => setTimeout(() => done(null), ms));
}
