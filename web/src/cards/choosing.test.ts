import { describe, expect, it } from 'vitest';
import { asked, beside, discardable, moveOf, sortHand, sortOffer } from './choosing';

describe('what is on offer', () => {
  it('gives every ticket its one place', () => {
    const offer = sortOffer(['P1:31>L', 'P1:9>new', 'P1:4>new', 'P1:78>R']);
    expect(asked(offer)).toBe('play');
    expect(offer.places.get(31)).toEqual({ place: 'L', text: 'P1:31>L' });
    expect(discardable(offer)).toEqual([4, 9]);
    expect(moveOf(offer, 78)).toBe('P1:78>R');
    expect(moveOf(offer, 79)).toBeNull();
    expect(moveOf(offer, 'X')).toBeNull();
    expect(moveOf(offer, null)).toBeNull();
  });

  it('puts the general action before that of Mister X', () => {
    const offer = sortOffer(['P1:trail', 'P1:buy']);
    expect(asked(offer)).toBe('action');
    expect(offer.actions.map(({ action }) => action)).toEqual(['buy', 'trail']);
  });

  it('knows whom one can name, what one can give up, and what one can lay', () => {
    expect(asked(sortOffer(['P1:?P2', 'P1:?P3']))).toBe('name');
    expect(sortOffer(['P1:?P2', 'P1:?P3']).names.get('P3')).toBe('P1:?P3');
    expect(asked(sortOffer(['P3:drop 12']))).toBe('drop');
    expect(moveOf(sortOffer(['P3:drop 12']), 12)).toBe('P3:drop 12');
    const hideout = sortOffer(['P2:lay 5', 'P2:lay X']);
    expect(asked(hideout)).toBe('lay');
    expect(moveOf(hideout, 'X')).toBe('P2:lay X');
  });

  it('asks for nothing when nothing is offered', () => {
    expect(asked(sortOffer(null))).toBeNull();
    expect(asked(sortOffer([]))).toBeNull();
  });
});

describe('a hand', () => {
  it('is held with the Mister X card first', () => {
    expect(sortHand([44, 'X', 9])).toEqual(['X', 9, 44]);
    expect(sortHand([3, 2])).toEqual([2, 3]);
  });

  it('is walked through by keys, and ends at its ends', () => {
    expect(beside([1, 2, 3], null, 1)).toBe(1);
    expect(beside([1, 2, 3], null, -1)).toBe(3);
    expect(beside([1, 2, 3], 2, 1)).toBe(3);
    expect(beside([1, 2, 3], 3, 1)).toBe(3);
    expect(beside([1, 2, 3], 1, -1)).toBe(1);
    expect(beside([], null, 1)).toBeNull();
  });
});
