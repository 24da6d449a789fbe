/**
 * A lesson's end of the line: it says what a server says of a table, so that the table's page is the
 * very one that is played on. The rules stay with the server, which is asked after every move.
 */

import type {
  ClientMessage,
  GameShown,
  Lesson,
  ServerMessage,
  TableInfo,
  TableShown,
} from '../generated/wire';
import { ask, refusalOf } from '../net/api';
import { browser, type SocketLike, type Surroundings } from '../net/surroundings';
import { seatName } from '../ui/names';

type Move = Extract<ClientMessage, { do: 'move' }>;

/** What follows a pupil's moves. */
export type Teach = (lesson: string, moves: readonly string[]) => Promise<Lesson>;

const askServer: Teach = (lesson, moves) =>
  ask('POST /api/lessons/{lesson}', { path: { lesson }, body: { moves: [...moves] } });

export class Teacher implements Surroundings {
  /** What the lesson has to say until the pupil's next move. */
  lesson = $state.raw<Lesson | null>(null);
  /** Which of that is said now. */
  at = $state(0);
  moves: readonly string[];

  readonly name: string;
  readonly after: Surroundings['after'];
  readonly now: Surroundings['now'];
  readonly chance: Surroundings['chance'];
  readonly #teach: Teach;
  readonly #onmove: (moves: readonly string[]) => void;
  #socket: SocketLike | null = null;
  #entry = 0;

  constructor(
    name: string,
    moves: readonly string[],
    onmove: (moves: readonly string[]) => void,
    teach: Teach = askServer,
  ) {
    this.name = name;
    this.moves = moves;
    this.#onmove = onmove;
    this.#teach = teach;
    const { after, now, chance } = browser();
    this.after = after;
    this.now = now;
    this.chance = chance;
  }

  readonly step = $derived.by(() => this.lesson?.told[this.at] ?? null);
  readonly number = $derived.by(() => (this.lesson?.number ?? 0) + this.at);
  /** Everything is said that comes before the pupil's move. */
  readonly isAsking = $derived.by(
    () =>
      this.lesson !== null &&
      this.at === this.lesson.told.length - 1 &&
      this.lesson.moves.length > 0,
  );
  readonly isOver = $derived.by(
    () =>
      this.lesson !== null &&
      this.lesson.moves.length === 0 &&
      this.at === this.lesson.told.length - 1,
  );

  /** Begin, or go on; raises `Refused`. */
  async load(): Promise<void> {
    this.lesson = await this.#teach(this.name, this.moves);
    this.at = 0;
  }

  /** Say the next thing. */
  next(): void {
    if (this.lesson === null || this.at >= this.lesson.told.length - 1) return;
    this.at += 1;
    this.#tell();
  }

  /** What a table's page asks for first. */
  readonly info = (): Promise<TableInfo> => {
    const lesson = this.#taught();
    return Promise.resolve({ table: tableOf(lesson), mine: [lesson.seat], is_host: false });
  };

  // --- the line ------------------------------------------------------------------------------

  open(): SocketLike {
    const socket: SocketLike = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => void this.#hear(JSON.parse(text) as ClientMessage),
      close: () => undefined,
    };
    this.#socket = socket;
    queueMicrotask(() => socket.onopen?.());
    return socket;
  }

  async #hear(message: ClientMessage): Promise<void> {
    switch (message.do) {
      case 'watch':
        this.#showAll();
        break;
      case 'ping':
        this.#say({ type: 'pong', now: Date.now() });
        break;
      case 'move':
        await this.#move(message);
        break;
      default:
        break;
    }
  }

  async #move({ id, move }: Move): Promise<void> {
    try {
      const moves = [...this.moves, move];
      const lesson = await this.#teach(this.name, moves);
      this.moves = moves;
      this.lesson = lesson;
      this.at = 0;
      this.#onmove(moves);
    } catch (thrown) {
      const { code, message } = refusalOf(thrown);
      this.#say({ type: 'refused', id, code: code === 'offline' ? 'storage' : code, message });
      return;
    }
    this.#tell();
    this.#say({ type: 'done', id, at: this.#entry });
  }

  #showAll(): void {
    const lesson = this.#taught();
    const now = Date.now();
    const { seat } = lesson;
    this.#say({
      type: 'watching',
      table: this.name,
      seat,
      at: this.#entry,
      now,
      elapsed: 0,
      mine: [seat],
      is_host: false,
    });
    this.#say({
      type: 'snapshot',
      at: this.#entry,
      ms: now,
      seat,
      elapsed: 0,
      table: tableOf(lesson),
      clock: null,
      game: this.#game(),
      chat: [],
      notes: [],
      marks: [],
    });
  }

  /** Tell the page of the step that is said now. */
  #tell(): void {
    this.#entry += 1;
    this.#say({
      type: 'frame',
      at: this.#entry,
      ms: Date.now(),
      kind: 'move',
      events: this.step?.events ?? [],
      game: this.#game(),
    });
  }

  #game(): GameShown {
    const lesson = this.#taught();
    const step = lesson.told[this.at] ?? lesson.told[0];
    if (step === undefined) throw new Error('a lesson says something after every move');
    return {
      view: step.view,
      to_act: this.isAsking ? [lesson.seat] : [],
      moves: this.isAsking ? lesson.moves : null,
      can_undo: false,
      last: null,
      danger: null,
    };
  }

  #say(message: ServerMessage): void {
    this.#socket?.onmessage?.({ data: JSON.stringify(message) });
  }

  #taught(): Lesson {
    if (this.lesson === null) throw new Error('the lesson has not been opened');
    return this.lesson;
  }
}

/** A table on which everybody but the pupil is played by the script. */
function tableOf(lesson: Lesson): TableShown {
  return {
    id: lesson.name,
    title: null,
    game: lesson.game,
    edition: lesson.edition,
    players: lesson.players,
    options: {},
    roles: 'chosen',
    spectators: false,
    spectator_delay: 0,
    deduction: true,
    hints: false,
    from_record: false,
    clock: { kind: 'none', seconds: 0, on_time: 'bot' },
    phase: 'playing',
    host: [],
    seats: lesson.seats.map((seat) => {
      const isPupil = seat === lesson.seat;
      return {
        seat,
        who: isPupil ? 'person' : 'bot',
        name: seatName(seat),
        player: isPupil ? null : lesson.name,
        until: null,
      };
    }),
    paused: false,
    closed: false,
    called: null,
    ask: null,
    rematch: null,
  };
}
