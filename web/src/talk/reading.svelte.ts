/** Which lines of a table's talk have been in sight, and what is half written. */
import type { ChatShown } from '../generated/wire';

/** To one's own side, or to everybody. */
export type Circle = 'team' | 'table';

interface Talking {
  readonly chat: readonly ChatShown[];
  readonly seat: string | null;
}

/** Kept beside the board, so that it outlasts a panel that is closed. */
export class Reading {
  /** What is being written, to each circle. */
  drafts = $state({ team: '', table: '' });
  readonly #page: Talking;
  /** The last line of each circle that was in sight. */
  #read = $state({ team: 0, table: 0 });

  /** What was said before is no news: who loads the page anew has read it. */
  constructor(page: Talking) {
    this.#page = page;
    this.see('team');
    this.see('table');
  }

  /** What was said, by circle. */
  readonly said = $derived.by(() => ({
    team: this.#page.chat.filter((line) => line.team),
    table: this.#page.chat.filter((line) => !line.team),
  }));

  /** How many lines of others have not been in sight. */
  unread(circle: Circle): number {
    const since = this.#read[circle];
    return this.said[circle].filter(({ at, seat }) => at > since && seat !== this.#page.seat)
      .length;
  }

  /** Of both circles together. */
  readonly count = $derived.by(() => this.unread('team') + this.unread('table'));

  /** All that is said there is in sight now. */
  see(circle: Circle): void {
    this.#read[circle] = this.said[circle].at(-1)?.at ?? 0;
  }
}
