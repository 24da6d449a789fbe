import { describe, expect, it } from 'vitest';

import type { TableState } from '../state/table.svelte';
import { Turn } from './turn.svelte';

/** A seat to which these moves are offered, and that is told that each comes too late. */
function late(...moves: string[]) {
  const page = $state({
    table: { paused: false },
    game: { view: { round: 4, hunters: { D1: 1, D2: 2 }, purses: [] }, moves },
    move: () => Promise.resolve({ code: 'already_moved', message: '' }),
    look: () => undefined,
    dismiss: () => undefined,
  });
  const turn = new Turn(page as unknown as TableState);
  return { page, turn };
}

async function turnedDown() {
  const { page, turn } = late('D1:T8', 'D2:T9');
  turn.suggest('D1:T8');
  await turn.confirm();
  page.game.moves = ['D2:T9'];
  turn.revise();
  expect(turn.turnedDown?.refusal.code).toBe('already_moved');
  return { page, turn };
}

describe('that somebody else was quicker', () => {
  it('is said no more once the piece can move again', async () => {
    const { page, turn } = await turnedDown();
    page.game.moves = ['D1:T8', 'D2:T9'];
    turn.revise();
    expect(turn.turnedDown).toBeNull();
  });

  it('is said no more in the next round', async () => {
    const { page, turn } = await turnedDown();
    page.game.view.round = 5;
    turn.revise();
    expect(turn.turnedDown).toBeNull();
  });
});
