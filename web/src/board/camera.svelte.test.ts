import { expect, it } from 'vitest';

import { Camera } from './camera.svelte';

it('takes a container for another one, however small the steps were that led to it', () => {
  const station = { x: 500, y: 400 };
  const camera = new Camera({ x: 0, y: 0, width: 1000, height: 800 }, [station]);
  expect(camera.resize({ width: 1000, height: 800 })).toBe(true);
  camera.show([[station]], { least: 0.5, most: 1, padding: 40 });
  const others = [980, 960, 940, 920, 900, 880, 860, 840, 820, 800, 780, 760].filter((width) =>
    camera.resize({ width, height: 800 }),
  );
  // By more than a tenth, and from there on by as much again.
  expect(others).toEqual([860]);
  expect(camera.resize({ width: 750, height: 800 })).toBe(true);
});
