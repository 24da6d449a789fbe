/** All that can be played on this server. */

import type { Catalogue, EditionInfo, GameInfo } from '../generated/wire';
import { ask } from '../net/api';
import { sharedOrigin } from '../ui/sharing';

class CatalogueState {
  games = $state.raw<GameInfo[]>([]);
  /** Where others find this server; null if only this computer does. */
  origin = $state<string | null>(null);
  /** It was asked for and did not come. */
  hasFailed = $state(false);
  #loading: Promise<void> | null = null;

  /** Load it once; everybody who asks waits for the same answer. */
  load(): Promise<void> {
    this.#loading ??= ask('GET /api/catalogue').then(
      (answer) => this.take(answer),
      (thrown: unknown) => {
        this.#loading = null;
        this.hasFailed = true;
        throw thrown;
      },
    );
    return this.#loading;
  }

  take(answer: Catalogue): void {
    this.games = answer.games;
    this.hasFailed = false;
    this.origin = sharedOrigin(answer, location);
  }

  get isLoaded(): boolean {
    return this.games.length > 0;
  }

  /** A page's address to hand on, as good as there is one. */
  linkTo(path: string): string {
    return new URL(path, this.origin ?? location.origin).href;
  }

  /** Every edition by its name. */
  get editions(): Readonly<Record<string, EditionInfo>> {
    const all = this.games.flatMap((game) => game.editions);
    return Object.fromEntries(all.map((edition) => [edition.name, edition]));
  }

  gameOf(edition: string): GameInfo | null {
    return this.games.find((game) => game.editions.some(({ name }) => name === edition)) ?? null;
  }
}

export const catalogue = new CatalogueState();
