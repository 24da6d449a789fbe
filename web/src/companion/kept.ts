/** The games at real tables that this device follows, one for each role; kept in the browser. */

import type { ChaseFacts, CompanionShown } from '../generated/wire';

/** A detective's phone hears what is said aloud; Mister X's knows his moves too. */
export type Role = 'hunters' | 'x';

export interface Kept {
  readonly edition: string;
  readonly players: number;
  readonly options: Readonly<Record<string, boolean>>;
  /** What is needed to draw it, so that it can be shown without the server. */
  readonly facts: ChaseFacts;
  /** What was said, in order: start cards, then moves. */
  readonly entries: readonly string[];
  /** The last answer of the server, and how many of the entries it was about. */
  readonly shown: { readonly count: number; readonly answer: CompanionShown } | null;
  /** What the last entry may have been instead: that Mister X was caught or shut in by it. */
  readonly amendments: readonly string[];
  /** Mister X has opened his log to everybody. */
  readonly isOpened: boolean;
}

const key = (role: Role): string => `misterx.companion.${role}`;
const LONGEST = 40;

/** The game that is kept for a role; whatever else stands there counts as none. */
export function readKept(role: Role, storage: Storage = localStorage): Kept | null {
  try {
    return understood(JSON.parse(storage.getItem(key(role)) ?? 'null'));
  } catch {
    return null;
  }
}

export function keep(role: Role, game: Kept, storage: Storage = localStorage): void {
  try {
    storage.setItem(key(role), JSON.stringify(game));
  } catch {
    // Where nothing may be kept, the game lasts as long as the page.
  }
}

export function forget(role: Role, storage: Storage = localStorage): void {
  try {
    storage.removeItem(key(role));
  } catch {
    // See above.
  }
}

function understood(value: unknown): Kept | null {
  if (!isObject(value)) return null;
  const { edition, players, options, facts, entries, shown, amendments, isOpened } = value;
  if (typeof edition !== 'string' || typeof players !== 'number') return null;
  if (!isTexts(entries) || !isFacts(facts) || !isObject(options)) return null;
  if (!Object.values(options).every((one) => typeof one === 'boolean')) return null;
  return {
    edition,
    players,
    options: options as Record<string, boolean>,
    facts,
    entries,
    shown: isShown(shown, entries.length) ? shown : null,
    amendments: isTexts(amendments) ? amendments : [],
    isOpened: isOpened === true,
  };
}

function isShown(value: unknown, most: number): value is NonNullable<Kept['shown']> {
  if (!isObject(value) || typeof value['count'] !== 'number' || value['count'] > most) return false;
  const { answer } = value;
  return (
    isObject(answer) && isTexts(answer['next']) && isView(answer['view']) && isView(answer['open'])
  );
}

function isView(value: unknown): boolean {
  return (
    isObject(value) &&
    isObject(value['hunters']) &&
    isObject(value['tickets']) &&
    isObject(value['mister_x']) &&
    Array.isArray(value['log']) &&
    Array.isArray(value['possible']) &&
    isTexts(value['history'])
  );
}

function isFacts(value: unknown): value is ChaseFacts {
  return (
    isObject(value) &&
    typeof value['board'] === 'string' &&
    typeof value['log'] === 'number' &&
    typeof value['rounds'] === 'number' &&
    Array.isArray(value['shows']) &&
    isObject(value['pieces'])
  );
}

function isTexts(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.every((one) => typeof one === 'string' && one.length <= LONGEST)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
