import { beforeEach, describe, expect, it } from 'vitest';

import {
  WIRE,
  type Frame,
  type GameShown,
  type RefusalCode,
  type ServerMessage,
  type Snapshot,
} from '../generated/wire';
import { FakeWorld } from './fake';
import { Live, type Connection, type Told } from './live';

const TABLE = 'ZD86XYGJ';

function watching(seat: string | null, at: number): ServerMessage {
  return {
    type: 'watching',
    table: TABLE,
    seat,
    at,
    now: 1_000_500,
    elapsed: 0,
    mine: ['H1', 'X'],
    is_host: false,
  };
}

function snapshot(seat: string | null, at: number): Snapshot {
  return {
    type: 'snapshot',
    at,
    ms: 0,
    seat,
    chat: [],
    notes: [],
    marks: [],
  } as unknown as Snapshot;
}

function frame(at: number): Frame {
  return { type: 'frame', at, ms: 0, kind: 'quiet' };
}

let world: FakeWorld;
let live: Live;
let states: Connection[];
let told: Told[];

beforeEach(() => {
  world = new FakeWorld();
  states = [];
  told = [];
  live = new Live(
    TABLE,
    {
      connection: (state) => states.push(state),
      told: (message) => told.push(message),
    },
    world,
  );
});

/** Watch a seat, with the server's answer. */
function watch(seat: string | null = 'H1', at = 3): void {
  live.watch(seat);
  if (world.socket.sent.length === 0) world.socket.onopen?.();
  world.socket.say(watching(seat, at));
  world.socket.say(snapshot(seat, at));
}

/** Refuse the last wish to watch. */
function refuseWatch(code: RefusalCode): void {
  const id = world.socket.of('watch').at(-1)?.id ?? null;
  world.socket.say({ type: 'refused', id, code, message: '' });
}

function types(): string[] {
  return told.map(({ type }) => type);
}

/** What became of a promise, if anything has. */
async function state<T>(promise: Promise<T>): Promise<T | 'waiting'> {
  return Promise.race([promise, Promise.resolve('waiting' as const)]);
}

describe('watching', () => {
  it('asks for everything the first time, and is live when the server says so', () => {
    live.watch('H1');
    expect(states).toEqual([]);
    expect(world.opened).toEqual([{ table: TABLE, isToMove: false }]);
    world.socket.onopen?.();
    const id = expect.stringMatching(/^[\w-]{8,64}$/) as string;
    expect(world.socket.sent).toEqual([{ do: 'watch', id, wire: WIRE, table: TABLE, seat: 'H1' }]);
    world.socket.say(watching('H1', 3));
    expect(states).toEqual(['live']);
  });

  it('tells nothing of the seat before once another is watched', () => {
    watch('X');
    told.length = 0;
    live.watch('H1');
    world.socket.say(frame(4)); // still of X, on its way
    world.socket.say({ type: 'presence', here: ['X'], spectators: 0 });
    expect(types()).toEqual([]);
    world.socket.say(watching('H1', 4));
    world.socket.say(snapshot('H1', 4));
    expect(types()).toEqual(['watching', 'snapshot']);
  });

  it('tells nothing at all after unwatch', () => {
    watch('X');
    told.length = 0;
    live.unwatch();
    expect(world.socket.of('unwatch')).toHaveLength(1);
    world.socket.say(frame(4));
    world.socket.say(snapshot('X', 4));
    world.socket.say({ type: 'bye', code: 'not_seated', message: '' });
    expect(types()).toEqual([]);
  });

  it('counts answers when seats change quickly', () => {
    watch('X');
    told.length = 0;
    live.watch('H1');
    live.watch('X');
    world.socket.say(watching('H1', 3));
    world.socket.say(snapshot('H1', 3));
    expect(types()).toEqual([]);
    world.socket.say(watching('X', 3));
    world.socket.say(snapshot('X', 3));
    expect(types()).toEqual(['watching', 'snapshot']);
  });

  it('leaves a frame out that was told, and asks again after a gap', () => {
    watch('H1', 3);
    told.length = 0;
    world.socket.say(frame(4));
    world.socket.say(frame(4));
    expect(types()).toEqual(['frame']);
    world.socket.say(frame(7));
    expect(types()).toEqual(['frame']);
    expect(world.socket.of('watch').at(-1)).toMatchObject({ since: 4 });
  });
});

describe('a broken line', () => {
  it('is made again, later each time but not too late, and goes on where it was', () => {
    watch('H1', 3);
    world.socket.say(frame(4));
    world.socket.break();
    expect(states).toEqual(['live', 'lost']);
    const waits = [300, 600, 1_200, 2_400, 4_800, 5_000, 5_000];
    for (const [n, wait] of waits.entries()) {
      world.pass(wait - 1);
      expect(world.sockets).toHaveLength(n + 1);
      world.pass(1);
      expect(world.sockets).toHaveLength(n + 2);
      world.socket.break();
    }
    world.pass(5_000);
    world.socket.onopen?.();
    expect(world.socket.sent).toHaveLength(1);
    expect(world.socket.of('watch')).toMatchObject([{ table: TABLE, seat: 'H1', since: 4 }]);
    world.socket.say(watching('H1', 5));
    expect(states).toEqual(['live', 'lost', 'live']);
    world.socket.break();
    world.pass(300);
    expect(world.sockets).toHaveLength(waits.length + 3); // it begins with short waits again
  });

  it('is made sooner, and says so, where the seat is to move', () => {
    watch('H1', 3);
    const game = (moves: string[] | null): Frame => ({
      ...frame(moves === null ? 5 : 4),
      game: { moves } as GameShown,
    });
    world.socket.say(game(['D1:T46']));
    world.luck = 0.5; // between no chance and all of it
    world.socket.break();
    world.pass(74);
    expect(world.sockets).toHaveLength(1);
    world.pass(1);
    expect(world.opened.at(-1)).toEqual({ table: TABLE, isToMove: true });
    world.socket.onopen?.();
    world.socket.say(watching('H1', 5));
    world.socket.say(game(null));
    world.socket.break();
    world.pass(224);
    expect(world.sockets).toHaveLength(2);
    world.pass(1);
    expect(world.opened.at(-1)).toEqual({ table: TABLE, isToMove: false });
  });

  it('is noticed by silence after a ping', () => {
    watch();
    world.pass(20_000);
    expect(world.socket.of('ping')).toHaveLength(1);
    const pong = { type: 'pong', now: 70, at: 3, elapsed: 40 } as const;
    world.socket.say(pong);
    expect(told.at(-1)).toEqual(pong);
    world.pass(20_000);
    expect(states.at(-1)).toBe('live');
    world.pass(8_000);
    expect(states.at(-1)).toBe('lost');
    expect(world.sockets[0]?.isClosed).toBe(true);
  });

  it('is made at once on demand', () => {
    watch();
    world.socket.break();
    live.retry();
    expect(world.sockets).toHaveLength(2);
    world.pass(10_000);
    expect(world.sockets).toHaveLength(2); // and not once more when the time comes
  });

  it('is made again when the server stops, because it may start again', () => {
    watch();
    world.socket.say({ type: 'bye', code: 'stopping', message: '' });
    expect(states.at(-1)).toBe('lost');
    world.pass(300);
    expect(world.sockets).toHaveLength(2);
  });
});

describe('requests', () => {
  it('are answered by their id', async () => {
    watch();
    const one = live.request({ do: 'move', move: 'D1:T124', at: 3 });
    const other = live.request({ do: 'chat', text: 'hello', team: true });
    const [first, second] = world.socket.sent.slice(1) as { id: string }[];
    expect(first?.id).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect(first?.id).not.toBe(second?.id);
    world.socket.say({ type: 'refused', id: second?.id ?? '', code: 'no_team', message: 'no' });
    world.socket.say({ type: 'done', id: first?.id ?? '', at: 4 });
    expect(await other).toEqual({ code: 'no_team', message: 'no' });
    expect(await one).toBe('done');
  });

  it('are sent again under the same id after a broken line, once the seat is watched', async () => {
    watch();
    const moved = live.request({ do: 'move', move: 'D1:T124', at: 3 });
    const before = world.socket.of('move')[0];
    world.socket.break();
    const chatted = live.request({ do: 'chat', text: 'wait', team: false });
    world.pass(300);
    world.socket.onopen?.();
    expect(world.socket.of('move')).toEqual([]);
    world.socket.say(watching('H1', 4));
    expect(world.socket.of('move')).toEqual([before]);
    expect(world.socket.of('chat')).toHaveLength(1);
    world.socket.say({ type: 'done', id: before?.id ?? '', at: 4 });
    expect(await moved).toBe('done');
    expect(await state(chatted)).toBe('waiting');
  });

  it('are never sent twice over one line, nor again once answered', async () => {
    watch();
    const moved = live.request({ do: 'move', move: 'D1:T124', at: 3 });
    const id = world.socket.of('move')[0]?.id ?? '';
    world.socket.say({ type: 'done', id, at: 4 });
    await moved;
    expect(world.socket.of('move')).toHaveLength(1);
    world.socket.break();
    world.pass(300);
    world.socket.onopen?.();
    world.socket.say(watching('H1', 4));
    expect(world.socket.of('move')).toEqual([]);
  });

  it('wait for their own seat', async () => {
    watch('X');
    const moved = live.request({ do: 'move', move: 'X:T46', at: 3 });
    world.socket.break();
    live.watch('H1');
    world.pass(300);
    world.socket.onopen?.();
    world.socket.say(watching('H1', 3));
    expect(world.socket.of('move')).toEqual([]);
    live.watch('X');
    world.socket.say(watching('X', 3));
    expect(world.socket.of('move')).toHaveLength(1);
    expect(await state(moved)).toBe('waiting');
  });

  it('are repeated when the server was asked too much at once', () => {
    watch();
    void live.request({ do: 'chat', text: 'a', team: false });
    world.socket.say({ type: 'refused', id: null, code: 'too_fast', message: '' });
    expect(world.socket.of('chat')).toHaveLength(1);
    world.pass(1_000);
    const [first, again] = world.socket.of('chat');
    expect(again).toEqual(first);
  });

  it('are answered when the line is closed for good', async () => {
    watch();
    const moved = live.request({ do: 'move', move: 'D1:T124', at: 3 });
    live.close();
    expect(await moved).toEqual({ code: 'offline', message: '' });
    expect(await live.request({ do: 'call' })).toEqual({ code: 'offline', message: '' });
    expect(world.socket.isClosed).toBe(true);
    world.pass(60_000);
    expect(world.sockets).toHaveLength(1);
  });
});

describe('being sent away', () => {
  it('is told, and nothing is watched any more', () => {
    watch();
    world.socket.say({ type: 'bye', code: 'not_seated', message: '' });
    world.socket.say(frame(4));
    expect(types().slice(-1)).toEqual(['bye']);
  });

  it('is no end where the table has to be read anew', () => {
    watch('H1', 3);
    told.length = 0;
    world.socket.say({ type: 'bye', code: 'stale', message: '' });
    expect(world.socket.of('watch').at(-1)).not.toHaveProperty('since');
    world.socket.say(frame(4));
    expect(types()).toEqual([]);
    world.socket.say(watching('H1', 3));
    world.socket.say(snapshot('H1', 3));
    expect(types()).toEqual(['watching', 'snapshot']);
  });

  it('is told when the page is too old', () => {
    live.watch('H1');
    world.socket.onopen?.();
    refuseWatch('old_client');
    expect(types()).toEqual(['refused']);
    expect(states).toEqual([]);
  });

  it('is not told of a seat that is no longer wanted', () => {
    live.watch('X');
    world.socket.onopen?.();
    const [first] = world.socket.of('watch');
    live.watch('H1');
    world.socket.say({ type: 'refused', id: first?.id ?? '', code: 'not_seated', message: '' });
    expect(types()).toEqual([]);
    world.socket.say(watching('H1', 3));
    expect(types()).toEqual(['watching']);
  });

  it('is tried again where the reason passes', () => {
    live.watch('H1');
    world.socket.onopen?.();
    refuseWatch('storage');
    expect(types()).toEqual([]);
    world.pass(1_000);
    expect(world.socket.of('watch')).toHaveLength(2);
    world.socket.say(watching('H1', 3));
    expect(states).toEqual(['live']);
  });

  it('opens a new line for a guest who has got a name', () => {
    watch(null);
    live.watch('H1');
    live.renew();
    expect(world.sockets[0]?.isClosed).toBe(true);
    world.socket.onopen?.();
    expect(world.socket.of('watch')).toMatchObject([{ seat: 'H1' }]);
  });
});
