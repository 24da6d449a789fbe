/** The game that is looked at: where it comes from, and with whose eyes it is seen. */
import type { Replay, TableShown } from '../generated/wire';
import { ask, refusalOf, type Refusal } from '../net/api';

export type Source =
  | { readonly kind: 'table'; readonly id: string }
  | { readonly kind: 'file'; readonly name: string; readonly text: string };

export const TRUTH = 'truth';

/** Why there is nothing to see. */
export interface Fault extends Refusal {
  readonly source: Source;
}

export class Reel {
  source = $state.raw<Source | null>(null);
  /** Who sat where, if it was played at a table. */
  table = $state.raw<TableShown | null>(null);
  shown = $state.raw<Replay | null>(null);
  fault = $state.raw<Fault | null>(null);
  isLoading = $state(false);
  #known = new Map<string, Replay>();
  #wish = 0;

  /** Take up a game; whatever was looked at before is put away. */
  async open(source: Source): Promise<void> {
    this.source = source;
    this.table = null;
    this.shown = null;
    this.#known = new Map();
    await this.look(TRUTH);
  }

  /** Look with somebody's eyes. */
  async look(eyes: string): Promise<void> {
    const { source } = this;
    if (!source) return;
    const wish = (this.#wish += 1);
    this.isLoading = true;
    this.fault = null;
    try {
      const [shown, table] = await Promise.all([this.#seenBy(source, eyes), this.#people(source)]);
      if (wish !== this.#wish) return;
      this.#known.set(eyes, shown);
      this.table = table;
      this.shown = shown;
    } catch (thrown) {
      if (wish === this.#wish) this.fault = { ...faultOf(thrown), source };
    } finally {
      if (wish === this.#wish) this.isLoading = false;
    }
  }

  close(): void {
    this.#wish += 1;
    this.source = null;
    this.shown = null;
    this.fault = null;
    this.isLoading = false;
  }

  async #seenBy(source: Source, eyes: string): Promise<Replay> {
    const known = this.#known.get(eyes);
    if (known) return known;
    if (source.kind === 'file') {
      return ask('POST /api/replay', { body: { record: source.text, eyes } });
    }
    const path = { table: source.id };
    return ask('GET /api/tables/{table}/replay', { path, query: { eyes } });
  }

  async #people(source: Source): Promise<TableShown | null> {
    if (source.kind === 'file' || this.table) return this.table;
    return (await ask('GET /api/tables/{table}', { path: { table: source.id } })).table;
  }
}

function faultOf(thrown: unknown): Refusal {
  const { code, message, line, entry } = refusalOf(thrown);
  return { code, message, line: line ?? null, entry: entry ?? null };
}

/** The line of a file that is at fault, as it stands there. */
export function lineOf({ source, line }: Fault): string | null {
  if (source.kind !== 'file' || !line) return null;
  return (
    source.text
      .split(/\r\n|\r|\n/)
      [line - 1]?.trim()
      .slice(0, 120) || null
  );
}
