import { describe, expect, it } from 'vitest';

import { fileName, pasted } from './files';
import { lineOf } from './reel.svelte';

describe('records as files', () => {
  it('are known when they are pasted', () => {
    expect(pasted('misterx record 1\ngame: chase')?.kind).toBe('file');
    expect(pasted(' {"misterx": 1}')?.kind).toBe('file');
    expect(pasted('hello')).toBeNull();
  });

  it('keep their names', () => {
    expect(fileName({ kind: 'table', id: 'ZD86XYGJ' })).toBe('misterx-ZD86XYGJ.txt');
    expect(fileName({ kind: 'file', name: 'mine.txt', text: '' })).toBe('mine.txt');
    expect(fileName({ kind: 'file', name: '', text: '' })).toBe('misterx.txt');
  });

  it('show the line that is at fault', () => {
    const source = { kind: 'file', name: 'a.txt', text: 'one\r\n two \nthree' } as const;
    const fault = { code: 'bad_record', message: '', source } as const;
    expect(lineOf({ ...fault, line: 2 })).toBe('two');
    expect(lineOf({ ...fault, line: 9 })).toBeNull();
    expect(lineOf({ ...fault, line: null })).toBeNull();
  });
});
