import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type Focus, pressed } from './keys';
import { Player } from './player.svelte';

function press(player: Player, key: string, focus: Focus = 'other', shiftKey = false): boolean {
  const none = { ctrlKey: false, metaKey: false, altKey: false };
  return pressed({ key, shiftKey, ...none }, focus, player);
}

describe('playing through', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function loaded(count: number): Player {
    const player = new Player();
    player.load(count);
    return player;
  }

  it('stays within the game', () => {
    const player = loaded(4);
    player.step(-1);
    expect(player.at).toBe(0);
    player.seek(99);
    expect(player.at).toBe(3);
  });

  it('plays to the end and stops there, and begins anew from it', () => {
    const player = loaded(3);
    player.toggle();
    expect(player.isPlaying).toBe(true);
    vi.advanceTimersByTime(20_000);
    expect([player.at, player.isPlaying]).toEqual([2, false]);
    player.toggle();
    expect([player.at, player.isPlaying]).toEqual([0, true]);
  });

  it('plays faster at a higher speed', () => {
    const slow = loaded(100);
    const fast = loaded(100);
    fast.hurry();
    slow.toggle();
    fast.toggle();
    vi.advanceTimersByTime(6000);
    expect(fast.at).toBeGreaterThanOrEqual(2 * slow.at);
    expect(slow.at).toBeGreaterThan(0);
  });

  it('stops when somebody goes to a moment himself', () => {
    const player = loaded(10);
    player.toggle();
    player.step(1);
    vi.advanceTimersByTime(20_000);
    expect([player.at, player.isPlaying]).toEqual([1, false]);
  });

  it('obeys the keys', () => {
    const player = loaded(10);
    press(player, 'ArrowRight');
    press(player, 'ArrowRight');
    expect(player.at).toBe(2);
    press(player, 'ArrowLeft');
    expect(player.at).toBe(1);
    press(player, 'End');
    expect(player.at).toBe(9);
    press(player, 'Home');
    expect(player.at).toBe(0);
    press(player, ' ');
    expect(player.isPlaying).toBe(true);
  });

  it('leaves keys to what has them already', () => {
    const player = loaded(10);
    expect(press(player, 'ArrowRight', 'slider')).toBe(false);
    expect(press(player, ' ', 'slider')).toBe(true);
    expect(press(player, ' ', 'button')).toBe(false);
    expect(press(player, 'ArrowRight', 'button')).toBe(true);
    expect(press(player, 'ArrowRight', 'field')).toBe(false);
    expect(press(player, 'ArrowRight', 'other', true)).toBe(false);
    expect(press(player, 'a')).toBe(false);
  });
});
