/** What is being put together on the page, and what comes of it. */

import type { Fare } from '../notation';
import type { Following } from './following.svelte';
import {
  back,
  begin,
  canDouble,
  type Draft,
  faresOf,
  isTicketFirst,
  readSayings,
  resolve,
  type Result,
  shown,
  shownAfter,
  stationsOf,
  stopsNow,
  told,
} from './saying';

export class Drafting {
  /** The second halves that the server has told, while a double move is being said. */
  #halves = $state.raw<readonly string[] | null>(null);
  #draft = $state.raw<Draft>(begin(readSayings([])));
  /** A station that was typed in and cannot be. */
  wrong = $state<number | null>(null);
  readonly #following: Following;
  /** Something was entered. */
  readonly #onentered: () => void;

  constructor(following: Following, onentered: () => void) {
    this.#following = following;
    this.#onentered = onentered;
  }

  readonly sayings = $derived.by(() => readSayings(this.#halves ?? this.#following.next));
  readonly draft = $derived.by(() =>
    this.#draft.piece !== null && this.sayings.pieces.includes(this.#draft.piece)
      ? this.#draft
      : { ...begin(this.sayings), unseen: this.#draft.unseen },
  );
  readonly stops = $derived.by(() => stopsNow(this.sayings, this.draft));
  readonly isTicketFirst = $derived.by(() => isTicketFirst(this.#following.role, this.draft));
  /** The tickets to choose from now; none where that is no question yet, or no longer. */
  readonly fares = $derived.by((): Fare[] => {
    const { unseen, fare, to } = this.draft;
    if (unseen !== null || fare !== undefined || this.sayings.isStart) return [];
    if (!this.isTicketFirst && to === undefined) return [];
    return faresOf(this.stops);
  });
  /** The stations to choose from now, with the tickets that lead there. */
  readonly stations = $derived.by(() => {
    const { unseen, fare, to } = this.draft;
    if (unseen === null && this.isTicketFirst && fare === undefined)
      return new Map<number, Fare[]>();
    if (unseen === null && to !== undefined) return new Map<number, Fare[]>();
    return stationsOf(this.sayings, this.draft);
  });
  /** Asked is where Mister X is seen. */
  readonly asksSeen = $derived.by(
    () => this.draft.unseen !== null || (this.isTicketFirst && this.draft.fare !== undefined),
  );
  /** Asked is where he was between the halves of a double move. */
  readonly asksVia = $derived.by(
    () => this.draft.unseen !== null && shownAfter(this.sayings, this.draft.unseen).asked === 'via',
  );
  readonly canDouble = $derived.by(() => canDouble(this.sayings, this.draft));
  /** Something is chosen that can be taken back by a step. */
  readonly canGoBack = $derived.by(() => {
    const { unseen, fare, to, first, isDouble } = this.draft;
    return unseen !== null || fare !== undefined || to !== undefined || !!first || isDouble;
  });

  /** What may come next is something else now. */
  renew(): void {
    this.#halves = null;
    this.#draft = begin(this.sayings, this.#draft.piece);
    this.wrong = null;
  }

  piece(piece: string): void {
    this.wrong = null;
    this.#draft = begin(this.sayings, piece);
  }

  double(isDouble: boolean): void {
    this.#halves = null;
    this.#draft = { ...begin(this.sayings, this.draft.piece), isDouble };
  }

  fare(fare: Fare): void {
    if (this.fares.includes(fare)) void this.#take(resolve(this.sayings, { ...this.draft, fare }));
  }

  /** A station was chosen or typed in; false if it is none that can be. */
  station(station: number): boolean {
    if (!this.stations.has(station)) return false;
    this.wrong = null;
    const result =
      this.draft.unseen === null
        ? resolve(this.sayings, { ...this.draft, to: station })
        : shown(this.sayings, this.draft, station);
    void this.#take(result);
    return true;
  }

  /** What is no ride: that he shows himself or not, or takes a ticket. */
  say(text: string): void {
    void this.#take(told(this.sayings, this.draft, text));
  }

  back(): void {
    const { first } = this.draft;
    this.#draft = back(this.sayings, this.draft);
    if (first && !this.#draft.first) this.#halves = null;
    this.wrong = null;
  }

  async #take(result: Result): Promise<void> {
    if (this.#following.isAsking) return;
    if (result.kind === 'open') {
      this.#draft = result.draft;
    } else if (result.kind === 'half') {
      const halves = await this.#following.halves(result.begun);
      if (!halves) return;
      this.#halves = halves;
      this.#draft = result.draft;
    } else {
      await this.#following.enter(result.text, result.amendments);
      this.renew();
      this.#onentered();
    }
  }
}
