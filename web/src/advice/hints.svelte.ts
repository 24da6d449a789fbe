/** Hints for the seat whose turn it is: asked for one by one, and gone with the position. */
import type { ChaseView, Hint } from '../generated/wire';
import { addTexts } from '../i18n/index.svelte';
import { ask } from '../net/api';
import type { TableState } from '../state/table.svelte';
import { tried } from '../ui/refusals';
import { TEXTS } from './texts';

export class Hints {
  isAsking = $state(false);
  #given = $state.raw<{ hint: Hint; position: string } | null>(null);
  readonly #page: TableState;

  constructor(page: TableState) {
    this.#page = page;
  }

  /** What a hint is for: a seat, and the moves so far; others may come for those taken back. */
  readonly #position = $derived.by(() => {
    const view = this.#page.game?.view as ChaseView | undefined;
    return `${this.#page.seat} ${view?.history.join()}`;
  });
  /** The hint for this very position. */
  readonly shown = $derived.by(() =>
    this.#given?.position === this.#position ? this.#given.hint : null,
  );

  /** Ask; the hint, unless the game has gone on meanwhile. */
  async ask(): Promise<Hint | null> {
    const { id, seat } = this.#page;
    const position = this.#position;
    if (seat === null || this.isAsking) return null;
    this.isAsking = true;
    await tried(async () => {
      const path = { table: id, seat };
      const hint = await ask('POST /api/tables/{table}/seats/{seat}/hint', { path });
      await addTexts(TEXTS);
      this.#given = { hint, position };
    });
    this.isAsking = false;
    return this.shown;
  }
}
