/** A game at a real table: what was said so far, and what the server makes of it. */

import type { ChaseView, CompanionGame, CompanionShown } from '../generated/wire';
import { ask, Refused, refusalOf, type Refusal } from '../net/api';
import { keep as keepInBrowser, type Kept, type Role } from './kept';

/** Asks the server. */
export type Ask = (game: CompanionGame) => Promise<CompanionShown>;

const askServer: Ask = (body) => ask('POST /api/companion', { body });

/** Why something could not be entered. */
export interface Fault {
  readonly refusal: Refusal;
  /** What was refused. */
  readonly entry: string;
  /** What else had to go, because it does not fit a correction; it can be put back. */
  readonly dropped: readonly string[];
  /** The entries as they were before. */
  readonly before: readonly string[];
}

export class Following {
  game = $state.raw<Kept>() as Kept;
  isAsking = $state(false);
  isOffline = $state(false);
  fault = $state.raw<Fault | null>(null);
  /** The entry that is being corrected, with the game as it was before it. */
  past = $state.raw<{ readonly at: number; readonly answer: CompanionShown } | null>(null);

  readonly role: Role;
  readonly #ask: Ask;
  readonly #keep: (game: Kept) => void;

  constructor(
    role: Role,
    game: Kept,
    asking: Ask = askServer,
    keep: (game: Kept) => void = (kept) => keepInBrowser(role, kept),
  ) {
    this.role = role;
    this.game = game;
    this.#ask = asking;
    this.#keep = keep;
  }

  /** What is shown: the game now, or as it was before the entry that is being corrected. */
  readonly answer = $derived.by(() => this.past?.answer ?? this.game.shown?.answer ?? null);
  readonly view = $derived.by((): ChaseView | null => this.answer?.view ?? null);
  readonly open = $derived.by((): ChaseView | null => this.answer?.open ?? null);
  readonly next = $derived.by(() => (this.isWaiting ? [] : (this.answer?.next ?? [])));
  /** The last entries have not been checked: the server could not be asked. */
  readonly isWaiting = $derived.by(
    () => this.past === null && this.game.shown?.count !== this.game.entries.length,
  );

  /** Ask again where something waits; also when the page is opened. */
  async check(): Promise<void> {
    if (this.isAsking || !this.isWaiting) return;
    const { entries } = this.game;
    await this.#set(entries, { before: entries.slice(0, this.game.shown?.count ?? 0) });
  }

  /** Something was said: the next entry, or the right one in place of a wrong one. */
  async enter(text: string, amendments: readonly string[] = []): Promise<boolean> {
    if (this.isAsking) return false;
    const { entries } = this.game;
    if (this.past === null) return this.#set([...entries, text], { amendments, before: entries });
    const { past } = this;
    const { at } = past;
    this.past = null;
    const isTaken = await this.#set([...entries.slice(0, at), text, ...entries.slice(at + 1)], {
      before: entries,
      changed: at,
    });
    // Without a connection nothing is corrected; one is still at it.
    if (!isTaken && this.isOffline) this.past = past;
    return isTaken;
  }

  /** Take the last entry back. */
  async undo(): Promise<void> {
    if (this.isAsking) return;
    if (this.past !== null) {
      this.past = null;
      return;
    }
    const { entries, shown } = this.game;
    // What waits was never checked, so nobody need be asked.
    if (entries.length > (shown?.count ?? entries.length)) {
      this.#change({ entries: entries.slice(0, -1), amendments: [] });
    } else if (entries.length) await this.#set(entries.slice(0, -1), { before: entries });
  }

  /** The last entry was something else, as that Mister X was caught by it. */
  async amend(text: string): Promise<void> {
    if (this.isAsking) return;
    const { entries } = this.game;
    await this.#set([...entries.slice(0, -1), text], { before: entries });
  }

  /** Look at the game as it was before an entry, to say it anew. */
  async correct(at: number): Promise<void> {
    if (this.isAsking) return;
    this.fault = null;
    const answer = await this.#answer(this.game.entries.slice(0, at));
    if (answer) this.past = { at, answer };
  }

  /** Put back what had to go for a correction. */
  async putBack(): Promise<void> {
    if (this.isAsking || !this.fault) return;
    await this.#set(this.fault.before, { before: this.game.entries });
  }

  /** The double moves that begin so; null if the server could not be asked. */
  async halves(begun: string): Promise<readonly string[] | null> {
    const entries = this.game.entries.slice(0, this.past?.at ?? this.game.entries.length);
    return (await this.#answer(entries, begun))?.next ?? null;
  }

  /** Mister X opens his log to everybody. */
  openLog(): void {
    this.#change({ isOpened: true });
  }

  forgive(): void {
    this.fault = null;
  }

  /** Other entries; where the server refuses one, as many as fit. True if all do. */
  async #set(
    entries: readonly string[],
    to: { before: readonly string[]; amendments?: readonly string[]; changed?: number },
  ): Promise<boolean> {
    this.fault = null;
    const { before, amendments = [], changed } = to;
    const isMore = entries.length > before.length;
    try {
      const answer = await this.#asked(entries);
      this.#change({ entries, amendments, shown: { count: entries.length, answer } });
      return true;
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (refusal.code === 'offline') {
        // What was said is kept, and checked later. What was checked before stays as it was.
        if (isMore) this.#change({ entries, amendments });
        return false;
      }
      await this.#refused(entries, refusal, before, changed ?? null);
      return false;
    }
  }

  async #refused(
    entries: readonly string[],
    refusal: Refusal,
    before: readonly string[],
    changed: number | null,
  ): Promise<void> {
    const at = (refusal.entry ?? entries.length) - 1;
    const fault = { refusal, entry: entries[at] ?? '', before };
    if (changed === null || at <= changed) {
      this.fault = { ...fault, dropped: [] };
      // Only what is at fault goes, nothing where the fault is elsewhere.
      if (refusal.entry != null) this.#change({ entries: before });
      return;
    }
    // A correction is taken, and from the first entry that does not fit it on nothing else.
    const fitting = entries.slice(0, at);
    const answer = await this.#answer(fitting);
    if (!answer) return;
    this.#change({ entries: fitting, amendments: [], shown: { count: at, answer } });
    this.fault = { ...fault, dropped: entries.slice(at) };
  }

  async #answer(entries: readonly string[], begun?: string): Promise<CompanionShown | null> {
    try {
      return await this.#asked(entries, begun);
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (refusal.code !== 'offline') {
        this.fault = {
          refusal,
          entry: begun ?? entries.at(-1) ?? '',
          dropped: [],
          before: entries,
        };
      }
      return null;
    }
  }

  async #asked(entries: readonly string[], begun?: string): Promise<CompanionShown> {
    const { edition, players, options } = this.game;
    this.isAsking = true;
    try {
      const answer = await this.#ask({
        edition,
        players,
        options: { ...options },
        entries: [...entries],
        begun: begun ?? null,
        role: this.role,
      });
      this.isOffline = false;
      return answer;
    } catch (thrown) {
      this.isOffline = thrown instanceof Refused && thrown.code === 'offline';
      throw thrown;
    } finally {
      this.isAsking = false;
    }
  }

  #change(some: Partial<Kept>): void {
    this.game = { ...this.game, ...some };
    this.#keep(this.game);
  }
}
