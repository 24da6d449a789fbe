import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Together } from './together';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('tells what comes within a moment together, and what comes later by itself', () => {
  const told: string[] = [];
  const together = new Together<string>((all) => told.push(all.join('+')));
  together.add('one');
  vi.advanceTimersByTime(100);
  together.add('two');
  vi.advanceTimersByTime(1000);
  together.add('three');
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['one+two', 'three']);
});

it('tells nothing any more once it is closed', () => {
  const told: string[] = [];
  const together = new Together<string>((all) => told.push(all.join('+')));
  together.add('a secret');
  together.close();
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([]);
});
