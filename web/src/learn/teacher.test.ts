/** A lesson as a table's page hears it. */

import { expect, it, vi } from 'vitest';

import type { Lesson, ServerMessage } from '../generated/wire';
import { Refused } from '../net/api';
import type { SocketLike } from '../net/surroundings';
import { Teacher } from './teacher.svelte';

const view = (x: number): Lesson['told'][0]['view'] =>
  ({ x }) as unknown as Lesson['told'][0]['view'];

const LESSON: Lesson = {
  name: 'x',
  game: 'chase',
  edition: 'modern-2013',
  players: 2,
  seats: ['X', 'H1'],
  seat: 'X',
  steps: 3,
  number: 0,
  told: [
    { say: 'aim', events: [], view: view(1) },
    { say: 'first', events: [{ kind: 'moved' }], view: view(1) },
  ],
  moves: ['X:T2'],
};
const END: Lesson = {
  ...LESSON,
  number: 2,
  told: [{ say: 'end', events: [], view: view(2) }],
  moves: [],
};

async function opened(): Promise<{
  teacher: Teacher;
  socket: SocketLike;
  heard: ServerMessage[];
  kept: ReturnType<typeof vi.fn>;
}> {
  const kept = vi.fn();
  const teacher = new Teacher('x', [], kept, (_, moves) =>
    moves.length === 0
      ? Promise.resolve(LESSON)
      : moves[0] === 'X:T2'
        ? Promise.resolve(END)
        : Promise.reject(new Refused('not_allowed', 'another move')),
  );
  await teacher.load();
  const socket = teacher.open();
  const heard: ServerMessage[] = [];
  socket.onmessage = ({ data }) => heard.push(JSON.parse(String(data)) as ServerMessage);
  return { teacher, socket, heard, kept };
}

const watch = JSON.stringify({ do: 'watch', id: '1', wire: 1, table: 'x', seat: 'X' });
const move = (text: string): string => JSON.stringify({ do: 'move', id: '2', move: text, at: 0 });

it('shows the table, and offers no move before everything is said', async () => {
  const { teacher, socket, heard } = await opened();
  socket.send(watch);
  expect(heard.map(({ type }) => type)).toEqual(['watching', 'snapshot']);
  expect(heard[1]).toMatchObject({ game: { moves: null }, table: { phase: 'playing' } });
  expect(teacher.isAsking).toBe(false);
  teacher.next();
  expect(heard[2]).toMatchObject({ type: 'frame', at: 1, game: { moves: ['X:T2'] } });
  expect(teacher.isAsking).toBe(true);
  teacher.next();
  expect(heard).toHaveLength(3);
});

it('goes on after the move that it wants, and is over in the end', async () => {
  const { teacher, socket, heard, kept } = await opened();
  socket.send(watch);
  teacher.next();
  socket.send(move('X:T2'));
  await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ type: 'done', id: '2' }));
  expect(heard.at(-2)).toMatchObject({ type: 'frame', at: 2, game: { moves: null } });
  expect(kept).toHaveBeenCalledWith(['X:T2']);
  expect(teacher.isOver).toBe(true);
  expect(teacher.number).toBe(2);
});

it('turns another move down, and stays where it is', async () => {
  const { teacher, socket, heard, kept } = await opened();
  socket.send(watch);
  teacher.next();
  socket.send(move('X:T3'));
  await vi.waitFor(() =>
    expect(heard.at(-1)).toMatchObject({ type: 'refused', id: '2', code: 'not_allowed' }),
  );
  expect(kept).not.toHaveBeenCalled();
  expect(teacher.isAsking).toBe(true);
});
