import { afterEach, describe, expect, it, vi } from 'vitest';

import type { TableState } from '../state/table.svelte';
import { Hints } from './hints.svelte';

/** A table with these moves behind it; the server advises by how often it was asked. */
function table(...history: string[]) {
  const page = $state({ id: 't', seat: 'H1', game: { view: { history } } });
  let asked = 0;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    const why = { code: 'nearer', numbers: { station: 1 } };
    return Promise.resolve(Response.json({ at: 1, move: `D2:T${asked}`, why }));
  });
  return { page, hints: new Hints(page as unknown as TableState) };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a hint', () => {
  it('is shown until the game goes on', async () => {
    const { page, hints } = table('X:T8', 'D1:T10');
    expect((await hints.ask())?.move).toBe('D2:T1');
    expect(hints.shown?.move).toBe('D2:T1');
    page.game.view = { history: ['X:T8', 'D1:T10', 'D2:T1'] };
    expect(hints.shown).toBeNull();
  });

  it('is for this very position: after an undo another move may stand there', async () => {
    const { page, hints } = table('X:T8', 'D1:T10');
    await hints.ask();
    page.game.view = { history: ['X:T8', 'D1:T12'] };
    expect(hints.shown).toBeNull();
    expect((await hints.ask())?.move).toBe('D2:T2');
  });
});
