import { beforeEach, describe, expect, it } from 'vitest';

import type {
  Frame,
  NoteShown,
  ServerMessage,
  Snapshot,
  TableInfo,
  TableShown,
} from '../generated/wire';
import { Refused } from '../net/api';
import { FakeWorld } from '../net/fake';
import { leftNow } from '../ui/time';
import { TableState, withNote } from './table.svelte';

const ID = 'ZD86XYGJ';

function shown(phase: TableShown['phase'], spectators = false): TableShown {
  return { id: ID, phase, spectators, seats: [] } as unknown as TableShown;
}

let world: FakeWorld;
let info: TableInfo;
let page: TableState;

beforeEach(() => {
  world = new FakeWorld();
  info = { table: shown('playing'), mine: ['H1'], is_host: false };
  page = new TableState(ID, world, () => Promise.resolve(info));
});

function snapshot(seat: string | null, at = 3): Snapshot {
  const game = { view: {}, to_act: ['H1'], moves: ['D1:T124'], last: null };
  return {
    type: 'snapshot',
    at,
    ms: 70,
    seat,
    elapsed: 0,
    table: info.table,
    clock: null,
    game,
    chat: [{ at: 1, ms: 1, seat: 'H2', team: true, text: 'at 133' }],
    notes: [],
    marks: [],
  } as unknown as Snapshot;
}

/** Open the page, with the server's answers. */
async function open(): Promise<void> {
  await page.open();
  if (!page.isWatching) return;
  world.socket.onopen?.();
  welcome();
}

function welcome(): void {
  world.socket.say(watching());
  world.socket.say(snapshot(page.seat));
}

function watching(elapsed = 1_000_050): ServerMessage {
  const { mine, is_host } = info;
  const now = 1_000_100;
  return { type: 'watching', table: ID, seat: page.seat, at: 3, now, elapsed, mine, is_host };
}

/** Everything that waits for an answer over HTTP has got it. */
async function settled(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
}

describe('opening', () => {
  it('watches the only seat', async () => {
    await open();
    expect(page).toMatchObject({ seat: 'H1', connection: 'live', at: 3 });
    expect(page.game?.moves).toEqual(['D1:T124']);
  });

  it('looks on without a seat', async () => {
    info = { table: shown('playing', true), mine: [], is_host: false };
    await open();
    expect(page).toMatchObject({ seat: null, isWatching: true });
  });

  it('leaves it to the guard where several share a device', async () => {
    info = { ...info, mine: ['X', 'H1'] };
    await open();
    expect(page.isWatching).toBe(false);
    expect(world.sockets).toEqual([]);
  });

  it('says when there is no such table', async () => {
    const gone = new TableState(ID, world, () => Promise.reject(new Refused('unknown_table', '')));
    await gone.open();
    expect(gone.bye?.code).toBe('unknown_table');
    expect(world.sockets).toEqual([]);
  });
});

describe('frames', () => {
  it('bring what is new and leave the rest', async () => {
    await open();
    const heard: Frame[] = [];
    const stop = page.onFrame((frame) => heard.push(frame));
    const said = { at: 4, ms: 80, seat: 'X', name: 'Ada', team: false, text: 'hm' };
    world.socket.say({ type: 'frame', at: 4, ms: 80, kind: 'chat', chat: said });
    expect(page.chat.map(({ text }) => text)).toEqual(['at 133', 'hm']);
    expect(page.game?.moves).toEqual(['D1:T124']);
    expect(page.at).toBe(4);
    stop();
    world.socket.say({ type: 'frame', at: 5, ms: 90, kind: 'quiet' });
    expect(heard.map(({ at }) => at)).toEqual([4]);
  });

  it('are all there when the line that was lost has brought what was missed', async () => {
    await open();
    expect(page.isUpToDate).toBe(true);
    world.socket.say({ ...watching(), at: 5 } as ServerMessage);
    expect(page.isUpToDate).toBe(false);
    world.socket.say({ type: 'frame', at: 4, ms: 80, kind: 'quiet' });
    expect(page.isUpToDate).toBe(false);
    world.socket.say({ type: 'frame', at: 5, ms: 90, kind: 'quiet' });
    expect(page.isUpToDate).toBe(true);
  });

  it('say how long computer players take while it is longer than usual', async () => {
    await open();
    world.socket.say({ type: 'computer_players', seconds: 2.5 });
    expect(page.computerSeconds).toBe(2.5);
    world.socket.say({ type: 'computer_players', seconds: null });
    expect(page.computerSeconds).toBeNull();
    world.socket.say({ type: 'computer_players', seconds: 4 });
    world.socket.say(watching());
    expect(page.computerSeconds, 'told again by the server that is connected now').toBeNull();
  });

  it('say what others look at, until somebody moves', async () => {
    await open();
    world.socket.say({ type: 'looking', seat: 'H2', piece: 'D2' });
    expect(page.looking).toEqual({ H2: 'D2' });
    world.socket.say({ type: 'frame', at: 4, ms: 80, kind: 'move', seat: 'H2' });
    expect(page.looking).toEqual({});
  });

  it('bring presence', async () => {
    await open();
    world.socket.say({ type: 'presence', here: ['H1', 'X'], spectators: 2 });
    expect(page).toMatchObject({ presence: ['H1', 'X'], spectators: 2 });
  });
});

describe('secrets', () => {
  it('nothing of a seat stays behind the guard', async () => {
    await open();
    page.unwatch();
    expect(page).toMatchObject({ seat: null, isWatching: false, game: null, chat: [], notes: [] });
    expect(page.table).not.toBeNull();
  });

  it('nothing of the seat before is left when another is watched', async () => {
    await open();
    page.watch('X');
    expect(page).toMatchObject({ seat: 'X', game: null, chat: [] });
  });
});

describe('requests', () => {
  it('name the last entry seen, and keep the refusal', async () => {
    await open();
    const moved = page.move('D1:T124');
    const sent = world.socket.of('move')[0];
    expect(sent).toMatchObject({ move: 'D1:T124', at: 3 });
    world.socket.say({ type: 'refused', id: sent?.id ?? '', code: 'stale', message: 'no' });
    expect(await moved).toEqual({ code: 'stale', message: 'no' });
    expect(page.refusal?.code).toBe('stale');
    void page.send({ do: 'call' });
    expect(page.refusal).toBeNull();
  });
});

describe('being sent away', () => {
  it('finds the seat again that was drawn at the start', async () => {
    await open();
    info = { ...info, mine: ['X'] };
    world.socket.say({ type: 'bye', code: 'not_seated', message: '' });
    await settled();
    expect(page).toMatchObject({ seat: 'X', bye: null });
  });

  it('says so when the seat is on another device', async () => {
    await open();
    info = { ...info, mine: [] };
    world.socket.say({ type: 'bye', code: 'not_seated', message: '' });
    await settled();
    expect(page).toMatchObject({ connection: 'closed', game: null });
    expect(page.bye?.code).toBe('not_seated');
  });

  it('asks to reload a page that is too old', async () => {
    await page.open();
    world.socket.onopen?.();
    const { id = null } = world.socket.of('watch')[0] ?? {};
    world.socket.say({ type: 'refused', id, code: 'old_client', message: '' });
    await settled();
    expect(page.bye?.code).toBe('old_client');
    expect(page.connection).toBe('closed');
  });

  it('turns to one’s seat when a game begins that has no spectators', async () => {
    info = { table: shown('lobby'), mine: ['X', 'H1'], is_host: true };
    await open();
    expect(page).toMatchObject({ seat: null, isWatching: true });
    info = { ...info, table: shown('playing') };
    world.socket.say({ type: 'bye', code: 'no_spectators', message: '' });
    await settled();
    expect(page).toMatchObject({ isWatching: false, bye: null });
  });
});

describe('clocks', () => {
  const clock = (left: number) => ({ left: { hunters: left }, running: ['hunters'], choice: null });
  /** What the bar shows at this moment. */
  const left = (): number =>
    leftNow(page.clock?.left.hunters ?? NaN, true, page.clockSince, world.now());

  async function begin(elapsed = 0): Promise<void> {
    await page.open();
    world.socket.onopen?.();
    world.socket.say(watching(elapsed));
    world.socket.say({ ...snapshot('H1'), clock: clock(60_000), elapsed });
  }

  it('go on from what was told, whatever time of day the server has', async () => {
    await begin();
    world.pass(10_000);
    expect(left()).toBe(50_000);
    world.socket.say({ type: 'frame', at: 4, ms: 1, kind: 'chat', clock: clock(50_000) });
    expect(left()).toBe(50_000);
    world.pass(1_000);
    world.socket.say({ type: 'frame', at: 5, ms: 10 ** 13, kind: 'quiet', clock: clock(49_000) });
    expect(left()).toBe(49_000);
  });

  it('count what had passed when watching began', async () => {
    await begin(15_000);
    expect(left()).toBe(45_000);
  });

  it('are right after a reconnect, with entries that were missed and without', async () => {
    await begin();
    world.socket.break();
    world.pass(20_000);
    world.socket.onopen?.();
    world.socket.say(watching(20_000));
    expect(left()).toBe(40_000);
    world.socket.say({ ...watching(7_000), at: 5 } as ServerMessage);
    world.socket.say({ type: 'frame', at: 4, ms: 80, kind: 'quiet', clock: clock(55_000) });
    world.socket.say({ type: 'frame', at: 5, ms: 80, kind: 'quiet', clock: clock(50_000) });
    expect(left()).toBe(43_000);
    world.socket.say({ type: 'frame', at: 6, ms: 80, kind: 'chat', clock: clock(43_000) });
    expect(left()).toBe(43_000);
  });

  it('are put right when the whole table is told again, and by every pong', async () => {
    await begin();
    world.socket.say({ ...snapshot('H1', 9), clock: clock(60_000), elapsed: 12_000 });
    expect(left()).toBe(48_000);
    world.socket.say({ type: 'pong', now: 1, at: 9, elapsed: 20_000 });
    expect(left()).toBe(40_000);
    world.socket.say({ type: 'pong', now: 1, at: 8, elapsed: 0 });
    expect(left()).toBe(40_000);
  });
});

describe('a lost line', () => {
  it('does not run clocks for the time in which there was no server', async () => {
    await open();
    world.socket.break();
    world.pass(300);
    world.socket.onopen?.();
    world.socket.say(watching(100));
    expect(page.clockSince).toBe(world.now() - 100);
  });

  it('says since when, and no longer once it is back', async () => {
    await open();
    world.socket.break();
    expect(page.connection).toBe('lost');
    expect(page.lostSince).toBeTypeOf('number');
    expect(page.game).not.toBeNull();
    world.pass(300);
    world.socket.onopen?.();
    world.socket.say(watching());
    expect(page).toMatchObject({ connection: 'live', lostSince: null });
  });
});

describe('notes', () => {
  const note = (about: string, text: string, seat = 'H1', team = false): NoteShown => ({
    about,
    text,
    seat,
    team,
  });

  it('are one for each thing, and go with an empty text', () => {
    const one = withNote([], note('133', 'here?'));
    expect(withNote(one, note('133', 'no'))).toEqual([note('133', 'no')]);
    expect(withNote(one, note('140', 'here'))).toHaveLength(2);
    expect(withNote(one, note('133', ''))).toEqual([]);
  });

  it('of the team are the same whoever writes', () => {
    const one = withNote([note('133', 'mine')], note('133', 'ours', 'H2', true));
    expect(one).toHaveLength(2);
    expect(withNote(one, note('133', 'better', 'H1', true))).toContainEqual(
      note('133', 'better', 'H1', true),
    );
    expect(withNote(one, note('133', 'better', 'H1', true))).toHaveLength(2);
  });
});
