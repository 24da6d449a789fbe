/**
 * The guard of a shared screen: while it stands, nothing of any seat is shown, and the page knows
 * nothing of any. Only where a clock has to be stopped, which some seat must ask for, the seat before
 * is left once that is answered; as the page begins it is the next one, and what the server tells
 * of it for that moment is thrown away.
 */

import { lastRound, nextSeen } from '../chase/standing';
import { roundOf } from '../notify';
import { catalogue } from '../state/catalogue.svelte';
import type { TableState } from '../state/table.svelte';
import { isWholeTable, knowledge, type Handover } from './handover';

/** How long the clock's answer is waited for before the seat is left. */
const PATIENCE_MS = 1_500;

export class Guard {
  isUp = $state(false);
  /** The seat that it opens for. */
  next = $state<string | null>(null);
  /** It came up because somebody else is next, or because the position was covered. */
  why = $state<'next' | 'cover'>('next');
  round = $state<number | null>(null);
  /** How many rounds there are, and the window at which all see Mister X next; of a chase only. */
  rounds = $state<number | null>(null);
  nextSeen = $state<number | null>(null);
  /** The clock stands because of the guard, and goes on with whoever is next. */
  hasStoppedClock = $state(false);
  /** The device stays with who has it until he hands it on, though somebody else here is to act. */
  isKept = $state(false);
  #isJustOpened = false;
  /** Whether the clock was asked to stop for whoever keeps the device; that is done once. */
  #hasAskedForKeeping = false;
  #leaving: Promise<void> = Promise.resolve();
  #owesResume = $state(false);
  /**
   * Codes of four digits that people at this device have chosen, by what their seats know. They are
   * kept nowhere and last as long as the page. Whoever holds the device can load the page anew, so
   * keeping them would guard nothing more; and who forgets his code is not locked out of his game.
   */
  #codes = $state<Readonly<Record<string, string>>>({});

  constructor(private readonly page: TableState) {}

  /** Stand between what is on the screen and whoever is next. */
  raise(next: string | null, why: 'next' | 'cover'): void {
    if (this.isUp) return;
    const { game, table } = this.page;
    this.round = game === null ? null : roundOf(game);
    const facts = catalogue.editions[table?.edition ?? '']?.chase ?? null;
    const view = game !== null && 'log' in game.view ? game.view : null;
    this.rounds = facts !== null && view !== null ? lastRound(facts, view) : null;
    this.nextSeen = facts !== null && view !== null ? nextSeen(facts, view) : null;
    this.next = next;
    this.why = why;
    this.isUp = true;
    this.isKept = this.#hasAskedForKeeping = false;
    this.hasStoppedClock = table?.paused === true && this.#mayStopClock();
    this.#leaving = this.#leave();
  }

  /** Whether a seat opens by its code only. */
  hasCode(seat: string): boolean {
    return this.#group(seat) in this.#codes;
  }

  /** Choose a code for a seat and all that know the same, or go without. */
  setCode(seat: string, code: string | null): void {
    const { [this.#group(seat)]: _, ...others } = this.#codes;
    this.#codes = code === null ? others : { ...others, [this.#group(seat)]: code };
  }

  /** Open for a seat: from now on the page shows what it may know. False: that is not its code. */
  async open(seat: string, code?: string): Promise<boolean> {
    if (this.hasCode(seat) && this.#codes[this.#group(seat)] !== code) return false;
    await this.#leaving;
    this.#owesResume = this.#mayStopClock();
    this.page.watch(seat);
    this.#isJustOpened = true;
    this.isUp = false;
    return true;
  }

  /**
   * How things stand for the seat that is watched. Who was given the device though another is to act
   * wanted to look: he keeps it, until it is his turn or he hands it on. Meanwhile the clock of the
   * other one stands still.
   */
  look(next: Handover | null, isToAct: boolean): void {
    if (this.#isJustOpened) this.isKept = next?.guarded === true;
    else if (isToAct) this.isKept = false;
    this.#isJustOpened = false;
    if (!this.isKept) this.#hasAskedForKeeping = false;
    else if (next?.guarded && !this.#hasAskedForKeeping && this.#mayStopClock()) {
      this.#hasAskedForKeeping = true;
      if (!this.page.table?.paused) void this.#stopClock();
    }
  }

  /** Let the clock go on that was stopped, as soon as the page knows how things are. */
  settle(): void {
    if (this.isUp || this.isKept || !this.#owesResume || this.page.game === null) return;
    this.#owesResume = false;
    void this.#resume();
  }

  async #resume(): Promise<void> {
    if (this.page.table?.paused) await this.page.send({ do: 'resume' });
    if (!this.isUp) this.hasStoppedClock = false;
  }

  #group(seat: string): string {
    return knowledge(this.page.table?.game ?? 'chase', seat);
  }

  async #leave(): Promise<void> {
    const { page } = this;
    if (this.#mayStopClock() && !page.table?.paused) {
      // As the page begins nobody is watched; behind the guard nothing of a seat is shown.
      if (!page.isWatching || page.seat === null) page.watch(this.next ?? page.mine[0] ?? null);
      await Promise.race([this.#stopClock(), wait(PATIENCE_MS)]);
    }
    page.unwatch();
  }

  /** Stop the clock in the name of the seat that is watched, however late that is granted. */
  async #stopClock(): Promise<void> {
    if ((await this.page.send({ do: 'ask', what: 'pause' })) !== 'done') return;
    this.hasStoppedClock = true;
    // Nobody may be left to let it go on: the guard that wanted it has been opened meanwhile.
    if (!this.isUp) this.#owesResume = true;
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

function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
