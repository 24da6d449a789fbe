/** How far one is, as it is kept on a device. */

import { expect, it } from 'vitest';

import { keepProgress, NEW, readProgress } from './progress';

class Shelf {
  readonly kept = new Map<string, string>();
  getItem = (key: string): string | null => this.kept.get(key) ?? null;
  setItem = (key: string, text: string): void => void this.kept.set(key, text);
}
const shelf = (): Storage => new Shelf() as unknown as Storage;

it('begins at the beginning', () => {
  expect(readProgress('x', shelf())).toEqual(NEW);
});

it('is there again after it was kept, for each lesson by itself', () => {
  const storage = shelf();
  keepProgress('x', { moves: ['X:T115'], isDone: true }, storage);
  expect(readProgress('x', storage)).toEqual({ moves: ['X:T115'], isDone: true });
  expect(readProgress('cards', storage)).toEqual(NEW);
});

it.each(['no JSON', '3', 'null', '{"moves":"X:T115"}', '{"moves":[7]}'])(
  'takes nothing from what cannot be read: %s',
  (text) => {
    const storage = shelf();
    storage.setItem('misterx.lesson.x', text);
    expect(readProgress('x', storage)).toEqual(NEW);
  },
);
