/** The analysis of a finished game: asked for once, told move by move, for the replay. */
import type { AnalysedMove } from '../generated/wire';
import { addTexts } from '../i18n/index.svelte';
import { ask } from '../net/api';
import type { Source } from '../replay/reel.svelte';
import { tried } from '../ui/refusals';
import { TEXTS } from './texts';

const PAUSE_MS = 700;

export class Analysis {
  /** Those that are judged so far; of the replay's steps the first to which they led is 1. */
  moves = $state.raw<readonly AnalysedMove[]>([]);
  total = $state(0);
  isRunning = $state(false);
  readonly isWhole = $derived.by(() => this.total > 0 && this.moves.length >= this.total);
  #wish = 0;

  /** Another game: nothing is known of it. */
  forget(): void {
    this.#wish += 1;
    this.moves = [];
    this.total = 0;
    this.isRunning = false;
  }

  /** Have a game analysed to its end; whoever leaves it stops asking, and the server stops too. */
  async run(source: Source): Promise<void> {
    if (this.isRunning || this.isWhole) return;
    const wish = (this.#wish += 1);
    this.isRunning = true;
    await tried(async () => {
      await addTexts(TEXTS);
      while (wish === this.#wish && !this.isWhole) {
        const { total, moves } = await told(source, this.moves.length);
        if (wish !== this.#wish) return;
        this.total = total;
        if (moves.length) this.moves = [...this.moves, ...moves];
        if (!this.isWhole) await new Promise((done) => setTimeout(done, PAUSE_MS));
      }
    });
    if (wish === this.#wish) this.isRunning = false;
  }
}

function told(source: Source, since: number): Promise<{ total: number; moves: AnalysedMove[] }> {
  if (source.kind === 'file') {
    return ask('POST /api/analysis', { body: { record: source.text, since } });
  }
  const path = { table: source.id };
  return ask('POST /api/tables/{table}/analysis', { path, query: { since: String(since) } });
}
