/** How much of a game was in sight, and what was missed while nobody looked. */

/** Why nobody looked: the page was not open, or not in sight, or the line was lost. */
export type Absence = 'visit' | 'hidden' | 'lost';

export interface Missed {
  readonly why: Absence;
  /** The first move that was missed, and how many were. */
  readonly since: number;
  readonly n: number;
}

/** A line that is back so soon was not missed by anybody. */
const SHORT_MS = 2_000;
/** A single move is found without help, unless somebody saw that the line was lost. */
const SEVERAL = 2;

export class Attention {
  #seen: number;
  #absence: { why: Absence; at: number } | null;

  /** `seen`: so many moves were in sight when the page was last open. */
  constructor(seen: number, now: number) {
    this.#seen = seen;
    this.#absence = { why: 'visit', at: now };
  }

  /** Nobody looks any more. */
  leave(why: Absence, now: number): void {
    if (this.#absence === null) this.#absence = { why, at: now };
    else if (why === 'lost') this.#absence = { ...this.#absence, why };
  }

  /** Somebody looks, and there are so many moves; true if all of them are in sight now. */
  follow(count: number): boolean {
    if (this.#absence !== null) return false;
    this.#seen = count;
    return true;
  }

  /** Somebody looks again, and there are so many moves: what there is to tell him, if anything. */
  back(count: number, now: number): Missed | null {
    const absence = this.#absence;
    const since = Math.min(this.#seen, count);
    this.#absence = null;
    this.#seen = count;
    if (absence === null) return null;
    const n = count - since;
    const isWorthIt = absence.why === 'lost' ? now - absence.at >= SHORT_MS : n >= SEVERAL;
    return isWorthIt ? { why: absence.why, since, n } : null;
  }
}

const KEY = 'misterx.looked';
const MOST = 50;

/** How many moves of a table were in sight when its page was last open on this device. */
export function readLooked(table: string): number | null {
  return stored().find(([id]) => id === table)?.[1] ?? null;
}

/** Keep that number, and nothing else of the game; the oldest tables are forgotten. */
export function keepLooked(table: string, count: number): void {
  const others = stored().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([[table, count], ...others].slice(0, MOST)));
  } catch {
    // Browsers may forbid storage; then a visit begins where the game is.
  }
}

function stored(): [string, number][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter(isPair) : [];
  } catch {
    return [];
  }
}

function isPair(one: unknown): one is [string, number] {
  return Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number';
}
