import { describe, expect, it } from 'vitest';
import { parseChase, writeChase } from './notation';

describe('the notation of the board game', () => {
  it.each([
    ['X:T46', { kind: 'go', piece: 'X', legs: [{ fare: 'T', to: 46 }] }],
    [
      'X:T46+K58',
      {
        kind: 'go',
        piece: 'X',
        legs: [
          { fare: 'T', to: 46 },
          { fare: 'K', to: 58 },
        ],
      },
    ],
    ['D2:U89', { kind: 'go', piece: 'D2', legs: [{ fare: 'U', to: 89 }] }],
    ['B1:92', { kind: 'go', piece: 'B1', legs: [{ fare: null, to: 92 }] }],
    [
      'X:46+K47',
      {
        kind: 'go',
        piece: 'X',
        legs: [
          { fare: null, to: 46 },
          { fare: 'K', to: 47 },
        ],
      },
    ],
    ['X:?', { kind: 'go', piece: 'X', legs: [{ fare: null, to: null }] }],
    [
      'X:T46+K?',
      {
        kind: 'go',
        piece: 'X',
        legs: [
          { fare: 'T', to: 46 },
          { fare: 'K', to: null },
        ],
      },
    ],
    ['X:show', { kind: 'reveal', show: true }],
    ['X:hide', { kind: 'reveal', show: false }],
    ['X:take D1=T', { kind: 'take', from: 'D1', ticket: 'T' }],
    ['D1@41', { kind: 'place', piece: 'D1', to: 41 }],
  ])('reads %s and writes it again', (text, move) => {
    expect(parseChase(text)).toEqual(move);
    expect(writeChase(parseChase(text)!)).toBe(text);
  });

  it.each(['', 'X', 'X:T', 'X:T46+', 'Q1:T4', 'X:take D1=K', 'P1:13>L', 'D1@', ' X:T46'])(
    'does not read %j',
    (text) => {
      expect(parseChase(text)).toBeNull();
    },
  );
});
