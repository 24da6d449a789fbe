import { describe, expect, it } from 'vitest';

import type { CompanionShown } from '../generated/wire';
import { Refused } from '../net/api';
import { type Ask, Following } from './following.svelte';
import type { Kept } from './kept';
import { aGame, aView } from './sample';

/** A server that can be away, and that refuses whatever has an exclamation mark behind it. */
function table(entries: readonly string[] = []) {
  const saved: Kept[] = [];
  const server = { isAway: false, asked: [] as (readonly string[])[] };
  const ask: Ask = (game) => {
    server.asked.push(game.entries);
    if (server.isAway) return Promise.reject(new Refused('offline', ''));
    const at = game.entries.findIndex((one) => one.endsWith('!'));
    const isCorrected = game.entries[0] === 'other' ? game.entries.indexOf('late') : -1;
    const wrong = at >= 0 ? at : isCorrected;
    if (wrong >= 0) return Promise.reject(new Refused('not_allowed', '', 409, null, wrong + 1));
    return Promise.resolve(answer(game.entries, game.begun));
  };
  const following = new Following('hunters', aGame(entries), ask, (game) => saved.push(game));
  return { following, server, saved };
}

function answer(entries: readonly string[], begun?: string | null): CompanionShown {
  const view = aView([...entries]);
  return { view, open: view, next: [begun ?? `after ${entries.length}`] };
}

describe('following a game', () => {
  it('asks when it is opened, and keeps the answer', async () => {
    const { following, saved } = table(['a', 'b']);
    expect(following.isWaiting).toBe(true);
    await following.check();
    expect(following.view?.history).toEqual(['a', 'b']);
    expect(following.next).toEqual(['after 2']);
    expect(saved.at(-1)?.shown?.count).toBe(2);
  });

  it('takes an entry, and takes it back', async () => {
    const { following } = table();
    await following.check();
    expect(await following.enter('a', ['a seen 5'])).toBe(true);
    expect(following.game.amendments).toEqual(['a seen 5']);
    await following.amend('a seen 5');
    expect(following.game.entries).toEqual(['a seen 5']);
    await following.undo();
    expect(following.game.entries).toEqual([]);
    expect(following.next).toEqual(['after 0']);
  });

  it('says what was refused, and nothing is changed', async () => {
    const { following } = table(['a']);
    await following.check();
    expect(await following.enter('b!')).toBe(false);
    expect(following.fault).toMatchObject({ entry: 'b!', dropped: [] });
    expect(following.game.entries).toEqual(['a']);
    expect(following.isWaiting).toBe(false);
    following.forgive();
    expect(following.fault).toBeNull();
  });

  it('keeps what is entered without a connection, and has it checked later', async () => {
    const { following, server } = table(['a']);
    await following.check();
    server.isAway = true;
    expect(await following.enter('b')).toBe(false);
    expect(following).toMatchObject({ isOffline: true, isWaiting: true, next: [] });
    expect(following.view?.history).toEqual(['a']);
    server.isAway = false;
    await following.check();
    expect(following).toMatchObject({ isOffline: false, isWaiting: false });
    expect(following.view?.history).toEqual(['a', 'b']);
  });

  it('drops what waited if it cannot be', async () => {
    const { following, server } = table(['a']);
    await following.check();
    server.isAway = true;
    await following.enter('b!');
    server.isAway = false;
    await following.check();
    expect(following.game.entries).toEqual(['a']);
    expect(following.fault?.entry).toBe('b!');
  });

  it('takes back what waits without a connection, but nothing that was checked', async () => {
    const { following, server } = table(['a']);
    await following.check();
    server.isAway = true;
    await following.undo();
    expect(following.game.entries).toEqual(['a']);
    await following.enter('b');
    await following.undo();
    expect(following.game.entries).toEqual(['a']);
    expect(following.isWaiting).toBe(false);
  });

  it('lets an entry be said anew', async () => {
    const { following } = table(['a', 'b', 'c']);
    await following.check();
    await following.correct(1);
    expect(following.view?.history).toEqual(['a']);
    await following.undo();
    expect(following.view?.history).toEqual(['a', 'b', 'c']);
    await following.correct(1);
    expect(await following.enter('B')).toBe(true);
    expect(following.game.entries).toEqual(['a', 'B', 'c']);
  });

  it('corrects nothing without a connection, and is still at it', async () => {
    const { following, server } = table(['a', 'b']);
    await following.check();
    await following.correct(0);
    server.isAway = true;
    expect(await following.enter('A')).toBe(false);
    expect(following.game.entries).toEqual(['a', 'b']);
    expect(following.past?.at).toBe(0);
  });

  it('takes out what does not fit a correction, and puts it back', async () => {
    const { following } = table(['a', 'b', 'late', 'd']);
    await following.check();
    await following.correct(0);
    await following.enter('other');
    expect(following.game.entries).toEqual(['other', 'b']);
    expect(following.fault).toMatchObject({ entry: 'late', dropped: ['late', 'd'] });
    await following.putBack();
    expect(following.game.entries).toEqual(['a', 'b', 'late', 'd']);
    expect(following.fault).toBeNull();
  });

  it('asks for the second halves of a double move', async () => {
    const { following, server } = table(['a']);
    await following.check();
    expect(await following.halves('X:T?+')).toEqual(['X:T?+']);
    server.isAway = true;
    expect(await following.halves('X:T?+')).toBeNull();
  });

  it('opens the log for all', () => {
    const { following, saved } = table(['a']);
    following.openLog();
    expect(saved.at(-1)?.isOpened).toBe(true);
  });
});
