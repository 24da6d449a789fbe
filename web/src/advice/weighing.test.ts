import { expect, it } from 'vitest';

import { weighed } from './weighing';

const TOLD = new Map([
  [127, 0.5],
  [133, 0.25],
  [141, 0.25],
]);

it('is even while nothing is told', () => {
  expect([...weighed([127, 133], null)]).toEqual([
    [127, 0.5],
    [133, 0.5],
  ]);
  expect(weighed([1, 2], TOLD).get(1)).toBe(0.5);
});

it('is what was told, also of what is left once a detective stands on a station', () => {
  expect(weighed([127, 133, 141], TOLD)).toEqual(TOLD);
  expect([...weighed([133, 141], TOLD)]).toEqual([
    [133, 0.5],
    [141, 0.5],
  ]);
});
