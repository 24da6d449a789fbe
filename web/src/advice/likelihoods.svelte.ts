/** How likely Mister X is where, as everybody at the table can know; asked for as the game goes on. */
import type { ChaseView } from '../generated/wire';
import { ask } from '../net/api';
import type { TableState } from '../state/table.svelte';

/** Moves that follow each other at once are asked for once. */
const PAUSE_MS = 150;

interface Told {
  readonly where: ReadonlyMap<number, number>;
  /** So many windows of the travel log were filled. */
  readonly filled: number;
}

export class Likelihoods {
  #told = $state.raw<Told | null>(null);
  readonly #page: TableState;

  constructor(page: TableState) {
    this.#page = page;
  }

  readonly #view = $derived.by(() => this.#page.game?.view as ChaseView | undefined);
  /** By the moves themselves: after one is taken back there may be as many others. */
  readonly #position = $derived.by(() => this.#view?.history.join() ?? '');
  /**
   * The weights that were told last, as long as Mister X has not moved since: what detectives do
   * only takes stations away, while of where he has gone the old ones would say something false.
   */
  get shown(): ReadonlyMap<number, number> | null {
    return this.#told?.filled === this.#view?.log.length ? (this.#told?.where ?? null) : null;
  }

  /** Ask for this position; called in an effect, and gives back how to forget it. */
  follow(): () => void {
    const position = this.#position;
    const timer = setTimeout(() => void this.#ask(position), PAUSE_MS);
    return () => clearTimeout(timer);
  }

  async #ask(position: string): Promise<void> {
    const { id, seat } = this.#page;
    try {
      const { where } = await ask('GET /api/tables/{table}/where', {
        path: { table: id },
        query: seat === null ? {} : { seat },
      });
      if (position !== this.#position) return;
      const stations = Object.entries(where).map(([one, part]): [number, number] => [
        Number(one),
        part,
      ]);
      this.#told = { where: new Map(stations), filled: this.#view?.log.length ?? 0 };
    } catch {
      // The map shows the same stations without it, and the next move asks again.
    }
  }
}
