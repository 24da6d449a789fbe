/** What the operator of the server tells everybody: an announcement, and that a restart comes. */

import type { Announcement, Notice } from '../generated/wire';
import { ask, Refused } from '../net/api';

/** What of a notice has been dismissed; the part about the restart has no name of its own. */
const RESTART = 'restart';

export class NoticeState {
  announcement = $state.raw<Announcement | null>(null);
  isDraining = $state(false);
  #dismissed = $state.raw<readonly string[]>([]);

  /** The announcement, until it is dismissed. */
  get shown(): Announcement | null {
    const { announcement } = this;
    return announcement === null || this.#dismissed.includes(announcement.id) ? null : announcement;
  }

  /** Whether the restart is told, until that is dismissed. */
  get isRestartShown(): boolean {
    return this.isDraining && !this.#dismissed.includes(RESTART);
  }

  /** Take up what the server tells; it takes the place of what it told before. */
  take(told: Pick<Notice, 'announcement' | 'draining'>): void {
    this.announcement = told.announcement;
    this.isDraining = told.draining;
    if (!told.draining) this.#dismissed = this.#dismissed.filter((name) => name !== RESTART);
  }

  /** Ask the server, on pages without a live connection. A failure says nothing. */
  async load(): Promise<void> {
    try {
      this.take(await ask('GET /api/notice'));
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
    }
  }

  dismissAnnouncement(): void {
    if (this.announcement !== null) this.#dismissed = [...this.#dismissed, this.announcement.id];
  }

  dismissRestart(): void {
    this.#dismissed = [...this.#dismissed, RESTART];
  }
}

export const notice = new NoticeState();
