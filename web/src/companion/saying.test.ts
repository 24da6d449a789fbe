import { describe, expect, it } from 'vitest';

import {
  back,
  begin,
  canDouble,
  covered,
  type Draft,
  faresOf,
  readSayings,
  resolve,
  shown,
  shownAfter,
  stationsOf,
  stopsNow,
  told,
} from './saying';

const HIDDEN = ['X:B?', 'X:B?+', 'X:K?', 'X:T?', 'X:T?+'];
const SEEN = ['X:T46', 'X:T58', 'X:B46', 'X:T46+', 'X:T58+'];
const HUNTERS = ['D1:T15', 'D1:T15 seen 15', 'D1:B15', 'D1:T27', 'B1:4'];

const chosen = (draft: Draft, some: Partial<Draft>): Draft => ({ ...draft, ...some });

describe('what Mister X lays', () => {
  it('is a ticket where he is hidden', () => {
    const sayings = readSayings(HIDDEN);
    const draft = begin(sayings);
    expect(draft.piece).toBe('X');
    expect(faresOf(stopsNow(sayings, draft))).toEqual(['T', 'B', 'K']);
    expect(resolve(sayings, chosen(draft, { fare: 'T' }))).toEqual({
      kind: 'said',
      text: 'X:T?',
      amendments: [],
    });
  });

  it('is a ticket and a station where he is seen', () => {
    const sayings = readSayings(SEEN);
    const open = resolve(sayings, chosen(begin(sayings), { fare: 'T' }));
    expect(open.kind).toBe('open');
    const draft = chosen(begin(sayings), { fare: 'T' });
    expect([...stationsOf(sayings, draft).keys()]).toEqual([46, 58]);
    expect(resolve(sayings, chosen(draft, { to: 58 }))).toMatchObject({ text: 'X:T58' });
    // With one ticket only for a station, a touch of the station would not say which.
    const one = readSayings(['X:B46']);
    expect(resolve(one, chosen(begin(one), { fare: 'B' })).kind).toBe('open');
  });

  it('is said in halves where it is a double move', () => {
    const sayings = readSayings(HIDDEN);
    expect(canDouble(sayings, begin(sayings))).toBe(true);
    const draft = chosen(begin(sayings), { isDouble: true });
    expect(faresOf(stopsNow(sayings, draft))).toEqual(['T', 'B']);
    const half = resolve(sayings, chosen(draft, { fare: 'T' }));
    expect(half).toMatchObject({ kind: 'half', begun: 'X:T?+' });
    if (half.kind !== 'half') return;
    const second = readSayings(['X:T?+B?', 'X:T?+T46', 'X:T?+T58']);
    expect(faresOf(stopsNow(second, half.draft))).toEqual(['T', 'B']);
    expect(resolve(second, chosen(half.draft, { fare: 'B' }))).toMatchObject({ text: 'X:T?+B?' });
    expect(resolve(second, chosen(half.draft, { fare: 'T', to: 46 }))).toMatchObject({
      text: 'X:T?+T46',
    });
  });

  it('is chosen by stations on his own device, both halves at once', () => {
    const sayings = readSayings(['X:T46', 'X:K46', 'X:T46+B58', 'X:T46+K58']);
    const draft = begin(sayings);
    expect(stationsOf(sayings, draft)).toEqual(new Map([[46, ['T', 'K']]]));
    const first = resolve(sayings, chosen(draft, { isDouble: true, to: 46 }));
    expect(first.kind).toBe('open');
    if (first.kind !== 'open') return;
    expect(first.draft.first).toEqual({ fare: 'T', to: 46 });
    const second = resolve(sayings, chosen(first.draft, { to: 58, fare: 'K' }));
    expect(second).toMatchObject({ text: 'X:T46+K58' });
  });
});

describe('what a hunter does', () => {
  it('is a station, and a ticket where several lead there', () => {
    const sayings = readSayings(HUNTERS);
    expect(sayings.pieces).toEqual(['D1', 'B1']);
    const draft = begin(sayings);
    expect(stationsOf(sayings, draft)).toEqual(
      new Map([
        [15, ['T', 'B']],
        [27, ['T']],
      ]),
    );
    expect(resolve(sayings, chosen(draft, { to: 27 }))).toMatchObject({ text: 'D1:T27' });
    expect(resolve(sayings, chosen(draft, { to: 15 })).kind).toBe('open');
    expect(resolve(sayings, begin(sayings, 'B1')).kind).toBe('open');
  });

  it('may turn out to have been the end', () => {
    const sayings = readSayings(HUNTERS);
    expect(resolve(sayings, chosen(begin(sayings), { to: 15, fare: 'T' }))).toEqual({
      kind: 'said',
      text: 'D1:T15',
      amendments: ['D1:T15 seen 15'],
    });
  });

  it('shows Mister X where nothing else can have been said', () => {
    const sayings = readSayings(['D1:15 seen 46', 'D1:15 seen 58']);
    const open = resolve(sayings, chosen(begin(sayings), { to: 15 }));
    expect(open).toMatchObject({ kind: 'open', draft: { unseen: 'D1:15' } });
    if (open.kind !== 'open') return;
    expect([...stationsOf(sayings, open.draft).keys()]).toEqual([46, 58]);
    expect(shown(sayings, open.draft, 58)).toMatchObject({ kind: 'said', text: 'D1:15 seen 58' });
  });

  it('shows where he was between two moves, too', () => {
    const sayings = readSayings([
      'D1:15 seen 15',
      'D1:15 seen 46 via 58',
      'D1:15 seen 46 via 34',
      'D1:15 seen 47 via 34',
    ]);
    const open = resolve(sayings, chosen(begin(sayings), { to: 15 }));
    if (open.kind !== 'open') throw new Error(open.kind);
    expect([...stationsOf(sayings, open.draft).keys()]).toEqual([15, 46, 47]);
    expect(shown(sayings, open.draft, 15)).toMatchObject({ text: 'D1:15 seen 15' });
    expect(shown(sayings, open.draft, 47)).toMatchObject({ text: 'D1:15 seen 47 via 34' });
    const between = shown(sayings, open.draft, 46);
    if (between.kind !== 'open') throw new Error(between.kind);
    expect(shownAfter(sayings, 'D1:15 seen 46').asked).toBe('via');
    expect([...stationsOf(sayings, between.draft).keys()]).toEqual([34, 58]);
    expect(shown(sayings, between.draft, 58)).toMatchObject({ text: 'D1:15 seen 46 via 58' });
    expect(back(sayings, between.draft)).toEqual(open.draft);
  });

  it('does not ask where he is if that can be one place only', () => {
    const sayings = readSayings(['D1:15 seen 46']);
    const said = resolve(sayings, chosen(begin(sayings), { to: 15 }));
    expect(said).toMatchObject({ kind: 'said', text: 'D1:15 seen 46' });
  });
});

describe('decisions and start cards', () => {
  it('are said as they are offered', () => {
    const shows = readSayings(['X:hide', 'X:show seen 46', 'X:show seen 58']);
    expect(shows.asksShow).toBe(true);
    expect(told(shows, begin(shows), 'X:hide')).toMatchObject({ text: 'X:hide' });
    expect(told(shows, begin(shows), 'X:show')).toMatchObject({ draft: { unseen: 'X:show' } });
    const takes = readSayings(['X:take D2=B', 'X:take D2=T']);
    expect(takes.takes).toEqual({ from: 'D2', tickets: ['B', 'T'] });
    const cards = readSayings(['D2@29', 'D2@34']);
    expect(cards.isStart).toBe(true);
    expect(resolve(cards, chosen(begin(cards), { to: 34 }))).toMatchObject({ text: 'D2@34' });
  });
});

it('goes back step by step', () => {
  const sayings = readSayings(HIDDEN);
  const whole: Draft = {
    piece: 'X',
    isDouble: true,
    first: { fare: 'T', to: null },
    fare: 'K',
    to: 46,
    unseen: null,
  };
  const steps = [back(sayings, { ...whole, unseen: 'X:show' })];
  for (let n = 0; n < 5; n += 1) steps.push(back(sayings, steps.at(-1)!));
  expect(steps.at(-1)).toEqual(begin(sayings));
});

it('covers the stations of Mister X and nothing else', () => {
  expect(['X@35', 'X:T46', 'X:46+K58', 'X:show', 'D1:T15', 'X:take D1=T'].map(covered)).toEqual([
    'X@?',
    'X:T?',
    'X:?+K?',
    'X:show',
    'D1:T15',
    'X:take D1=T',
  ]);
});
