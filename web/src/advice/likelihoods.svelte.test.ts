import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { TableState } from '../state/table.svelte';
import { Likelihoods } from './likelihoods.svelte';

/** A table at which Mister X has moved so often, and a server that says how likely he is where. */
function table(history: string[], filled: number) {
  const view = (moves: string[], log: number) => ({ history: moves, log: Array(log).fill({}) });
  const page = $state({ id: 't', seat: 'H1', game: { view: view(history, filled) } });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ at: 1, where: { 127: 0.75, 133: 0.25 } })),
  );
  const likelihoods = new Likelihoods(page as unknown as TableState);
  const ask = async () => {
    likelihoods.follow();
    await vi.runAllTimersAsync();
  };
  const goOn = (moves: string[], log: number) => (page.game.view = view(moves, log));
  return { likelihoods, ask, goOn };
}

describe('what was told of where Mister X is', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('holds while detectives move, and no longer once he has moved', async () => {
    const { likelihoods, ask, goOn } = table(['X:T'], 1);
    expect(likelihoods.shown).toBeNull();
    await ask();
    expect(likelihoods.shown?.get(127)).toBe(0.75);
    goOn(['X:T', 'D1:T10'], 1);
    expect(likelihoods.shown?.get(127)).toBe(0.75);
    goOn(['X:T', 'D1:T10', 'X:T'], 2);
    expect(likelihoods.shown).toBeNull();
    await ask();
    expect(likelihoods.shown?.get(127)).toBe(0.75);
  });
});
