import { describe, expect, it } from 'vitest';

import { format, MessageError, valuesOf } from './format';

const MOVES = '{n, plural, =0 {no moves} one {# move} other {# moves}}';

describe('format', () => {
  it('puts values in their places', () => {
    expect(format('{name} goes to {station}', { name: 'Ada', station: 133 }, 'en')).toBe(
      'Ada goes to 133',
    );
  });

  it('lets no line end before a sign', () => {
    expect(format('Chances : {n} % ?', { n: 7 }, 'fr')).toBe('Chances\u00a0: 7\u00a0%\u00a0?');
    expect(format('It is {n} % now', { n: 7 }, 'en')).toBe('It is 7\u00a0% now');
  });

  it('chooses by number', () => {
    expect([0, 1, 2].map((n) => format(MOVES, { n }, 'en'))).toEqual([
      'no moves',
      '1 move',
      '2 moves',
    ]);
  });

  it('knows each language: in French nothing is singular', () => {
    expect(format('{n, plural, one {coup} other {coups}}', { n: 0 }, 'fr')).toBe('coup');
    expect(format('{n, plural, one {Zug} other {Züge}}', { n: 0 }, 'de')).toBe('Züge');
  });

  it('chooses by word', () => {
    const message = '{who, select, x {Mister X} other {{who} and {n, plural, other {#}}}}';
    expect(format(message, { who: 'x', n: 1 }, 'en')).toBe('Mister X');
    expect(format(message, { who: 'Ben', n: 3 }, 'en')).toBe('Ben and 3');
  });

  it('refuses what it cannot say', () => {
    expect(() => format('{name}', {}, 'en')).toThrow(MessageError);
    for (const broken of [
      '{',
      'a } b',
      '{n, plural, one {a}}',
      '{n, size, other {a}}',
      '{n plural}',
    ])
      expect(() => format(broken, { n: 1 }, 'en'), broken).toThrow(MessageError);
  });

  it('tells which values a message needs', () => {
    expect(valuesOf(`{name}: ${MOVES} {who, select, other {{deep}}}`)).toEqual([
      'deep',
      'n',
      'name',
      'who',
    ]);
  });
});
