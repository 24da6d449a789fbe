import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOLD_MS, Hold } from './hold.svelte';

const key = (name: string, repeat = false) =>
  ({ key: name, repeat, preventDefault: () => undefined }) as KeyboardEvent;
const pointer = (button = 0) => ({ button }) as PointerEvent;

describe('a button that has to be held', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('opens after a while, and not before', () => {
    const opened = vi.fn();
    const hold = new Hold(opened);
    hold.down(pointer());
    vi.advanceTimersByTime(HOLD_MS - 1);
    expect(opened).not.toHaveBeenCalled();
    expect(hold.isHeld).toBe(true);
    vi.advanceTimersByTime(1);
    expect(opened).toHaveBeenCalledOnce();
    expect(hold.isHeld).toBe(false);
  });

  it('does not open when it is let go', () => {
    const opened = vi.fn();
    const hold = new Hold(opened);
    hold.down(pointer());
    vi.advanceTimersByTime(HOLD_MS / 2);
    hold.stop();
    vi.advanceTimersByTime(HOLD_MS);
    expect(opened).not.toHaveBeenCalled();
  });

  it('can be held by a key, whose repetition does not begin anew', () => {
    const opened = vi.fn();
    const hold = new Hold(opened);
    hold.key(key(' '));
    for (let n = 0; n < 8; n += 1) {
      vi.advanceTimersByTime(HOLD_MS / 8);
      hold.key(key(' ', true));
    }
    expect(opened).toHaveBeenCalledOnce();
    hold.key(key('a'));
    expect(hold.isHeld).toBe(false);
  });

  it('takes no second mouse button, and a click only from a screen reader', () => {
    const opened = vi.fn();
    const hold = new Hold(opened);
    hold.down(pointer(2));
    expect(hold.isHeld).toBe(false);
    hold.click({ detail: 1 } as MouseEvent);
    expect(opened).not.toHaveBeenCalled();
    hold.click({ detail: 0 } as MouseEvent);
    expect(opened).toHaveBeenCalledOnce();
  });
});
