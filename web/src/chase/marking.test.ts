import { describe, expect, it } from 'vitest';

import { likeliest } from '../board/drawing';
import type { MarkShown } from '../generated/wire';
import { withMarks } from '../state/table.svelte';
import { Marking, topmost, wanted } from './marking.svelte';

function mark(station: number, sign: MarkShown['sign'], team: boolean, seat = 'H1'): MarkShown {
  return { station, sign, seat, team };
}

/** A page that keeps what is sent, as the server would tell it back. */
function page(hasTeam = true) {
  const sent: unknown[] = [];
  return {
    sent,
    hasTeam,
    marks: [] as MarkShown[],
    send(wish: { do: string }) {
      sent.push(wish);
      const { stations, sign, team } = wish as unknown as {
        stations: number[];
        sign: MarkShown['sign'];
        team: boolean;
      };
      const told = stations.map((station) => mark(station, sign, team));
      this.marks = withMarks(this.marks, told);
      return Promise.resolve('done' as const);
    },
  };
}

describe('marks', () => {
  it('are one for each station and side', () => {
    const before = [mark(1, 'maybe', true), mark(1, 'crossed', false), mark(2, 'maybe', true)];
    const after = withMarks(before, [mark(1, 'crossed', true, 'H2'), mark(2, null, true)]);
    expect(after).toEqual([mark(1, 'crossed', false), mark(1, 'crossed', true, 'H2')]);
  });

  it('of one’s own lie over those that the side shares', () => {
    const seen = topmost([
      mark(1, 'maybe', false),
      mark(1, 'crossed', true),
      mark(2, 'maybe', true),
    ]);
    expect(seen.get(1)).toEqual(mark(1, 'maybe', false));
    expect(seen.get(2)?.team).toBe(true);
  });

  it('go when the same sign is put there again, whosever it was', () => {
    expect(wanted(undefined, 'maybe', true)).toEqual({ sign: 'maybe', team: true });
    expect(wanted(mark(1, 'maybe', true), 'maybe', false)).toEqual({ sign: null, team: true });
    expect(wanted(mark(1, 'maybe', true), 'crossed', false)).toEqual({
      sign: 'crossed',
      team: false,
    });
  });

  it('are shared unless one has no side, or wants them for oneself', async () => {
    const shared = page();
    const marking = new Marking(shared, () => true);
    await marking.put(5);
    marking.isForTeam = false;
    await marking.put(6, 'maybe');
    expect(shared.marks).toEqual([mark(5, 'crossed', true), mark(6, 'maybe', false)]);
    expect([marking.count(true), marking.count(false)]).toEqual([1, 1]);
    const alone = page(false);
    await new Marking(alone, () => true).put(5);
    expect(alone.marks).toEqual([mark(5, 'crossed', false)]);
  });

  it('go all at once, those of the side or one’s own', async () => {
    const told = page();
    told.marks = [mark(1, 'maybe', true), mark(2, 'crossed', true), mark(1, 'crossed', false)];
    const marking = new Marking(told, () => true);
    await marking.clear(true);
    expect(told.sent).toEqual([{ do: 'mark', stations: [1, 2], sign: null, team: true }]);
    await marking.clear(true);
    await marking.clear(false);
    expect(told.marks).toEqual([]);
    expect(told.sent).toHaveLength(2);
  });

  it('are neither seen nor put where there is nothing to mark', async () => {
    const told = page();
    told.marks = [mark(1, 'maybe', true)];
    const marking = new Marking(told, () => false);
    marking.isOn = true;
    await marking.put(2);
    expect([marking.isMarking, marking.drawn, told.sent]).toEqual([false, [], []]);
  });
});

describe('the likeliest stations', () => {
  it('are four at most, and of equals all or none', () => {
    const even = (n: number) => new Map(Array.from({ length: n }, (_, i) => [i + 1, 1 / n]));
    expect(likeliest(even(3))).toEqual([1, 2, 3]);
    expect(likeliest(even(4))).toHaveLength(4);
    expect(likeliest(even(13))).toEqual([]);
    const weights = new Map([
      [7, 0.1],
      [8, 0.4],
      [9, 0.2],
      [10, 0.1],
      [11, 0.1],
      [12, 0.1],
    ]);
    expect(likeliest(weights)).toEqual([8, 9]);
  });
});
