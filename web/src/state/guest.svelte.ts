/** Who sits at this device: a name, and a cookie that only the server reads. */

import type { GuestInfo } from '../generated/wire';
import { ask } from '../net/api';

class GuestState {
  info = $state.raw<GuestInfo | null>(null);
  /** Who waits for a name; the page asks for it while somebody does. */
  #waiting = $state.raw<{ tell: (isNamed: boolean) => void } | null>(null);

  get isAsked(): boolean {
    return this.#waiting !== null;
  }

  /** Find out who the cookie belongs to, if there is one. */
  async load(): Promise<void> {
    this.info = await ask('GET /api/guest');
  }

  /** Give a name; the first time it makes a guest. */
  async rename(name: string): Promise<void> {
    this.info = await ask('POST /api/guest', { body: { name } });
    this.#waiting?.tell(true);
    this.#waiting = null;
  }

  /** Ask for a name if there is none yet; false if none is given. */
  named(): Promise<boolean> {
    if (this.info !== null) return Promise.resolve(true);
    this.#waiting?.tell(false);
    return new Promise((tell) => (this.#waiting = { tell }));
  }

  /** Give no name after all. */
  cancel(): void {
    this.#waiting?.tell(false);
    this.#waiting = null;
  }

  /** Have the server forget name, identity, talk and notes. */
  async forget(): Promise<void> {
    await ask('DELETE /api/guest');
    this.info = null;
  }
}

export const guest = new GuestState();
