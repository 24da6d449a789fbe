/**
 * The live line to a table at the server: one socket that watches one seat, or looks on.
 *
 * It connects again by itself, goes on from the last entry seen, and sends what was not answered
 * again under the same name, so that a wish is done once or refused, and never lost in silence.
 */

import { WIRE, type ClientMessage, type RefusalCode, type ServerMessage } from '../generated/wire';
import type { Refusal } from './api';
import { newId } from './ids';
import { browser, type SocketLike, type Surroundings } from './surroundings';

export { browser, type SocketLike, type Surroundings } from './surroundings';

type Requests = Extract<ClientMessage, { id: string }>;
type WithoutId<M> = M extends unknown ? Omit<M, 'id'> : never;
/** Something that a seat wants done. */
export type Wish = WithoutId<Requests>;
export type Connection = 'connecting' | 'live' | 'lost' | 'closed';
export type Told = Exclude<ServerMessage, { type: 'done' }>;

export interface Listener {
  /** The line's state has changed. */
  connection(state: Connection): void;
  /** The server has told something of the seat that is watched. */
  told(message: Told): void;
}

interface Pending {
  readonly message: Requests;
  readonly seat: string | null;
  readonly answer: (answer: 'done' | Refusal) => void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5_000;
const PING_EVERY = 20_000;
const SILENCE = 8_000;
const TOO_FAST_WAIT = 1_000;
/** Refusals that pass by themselves. */
const PASSING: ReadonlySet<RefusalCode> = new Set(['stopping', 'storage', 'too_fast', 'too_slow']);

export class Live {
  #socket: SocketLike | null = null;
  #isOpen = false;
  #state: Connection = 'connecting';
  #eye: { seat: string | null } | null = null;
  #at: number | null = null;
  /** Whether the seat that is watched was to move when it was last heard of. */
  #isToMove = false;
  /** The wishes to watch that were not answered; until they are, what comes is of something else. */
  #watches: string[] = [];
  #tries = 0;
  #pending = new Map<string, Pending>();
  #stopTimer: () => void = () => undefined;
  #stopSilence: () => void = () => undefined;

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
    private readonly world: Surroundings = browser(),
  ) {}

  get connection(): Connection {
    return this.#state;
  }

  /** Connect, and stay connected until `close`. */
  connect(): void {
    if (this.#state === 'closed') this.#become('connecting');
    if (this.#socket === null) this.#open();
  }

  /** Watch a seat, or look on, instead of what was watched. */
  watch(seat: string | null): void {
    this.#eye = { seat };
    this.#at = null;
    this.#isToMove = false;
    if (this.#isOpen) this.#sendWatch();
    else this.connect();
  }

  /** Watch nothing. What was wished and not answered waits until its seat is watched again. */
  unwatch(): void {
    this.#eye = null;
    this.#at = null;
    this.#send({ do: 'unwatch' });
  }

  /** Have something done for the seat that is watched. */
  request(wish: Wish): Promise<'done' | Refusal> {
    const message = { ...wish, id: newId() } as Requests;
    return new Promise((answer) => {
      if (this.#state === 'closed') {
        answer({ code: 'offline', message: '' });
        return;
      }
      const seat = this.#eye?.seat ?? null;
      this.#pending.set(message.id, { message, seat, answer });
      if (this.#isLive) this.#send(message);
    });
  }

  /** Say something that is not worth sending again. */
  mention(message: Extract<ClientMessage, { do: 'look' }>): void {
    if (this.#isLive) this.#send(message);
  }

  /** Connect now instead of when the time has come, or find out whether the line still stands. */
  retry(): void {
    if (this.#state === 'closed') return;
    if (this.#isOpen) this.#ping();
    else if (this.#socket === null) {
      this.#stopTimer();
      this.#open();
    }
  }

  /** Open the line anew, because the server takes us for somebody else: a guest has got a name. */
  renew(): void {
    this.#drop();
    this.#become('connecting');
    this.#open();
  }

  /** Hang up for good; whoever still waits is told. */
  close(): void {
    this.#become('closed');
    this.#drop();
    for (const { answer } of this.#pending.values()) answer({ code: 'offline', message: '' });
    this.#pending.clear();
  }

  // --- the socket ----------------------------------------------------------------------------

  get #isLive(): boolean {
    return this.#isOpen && this.#watches.length === 0;
  }

  #become(state: Connection): void {
    if (this.#state === state) return;
    this.#state = state;
    this.listener.connection(state);
  }

  #open(): void {
    const socket = this.world.open(this.table, this.#isToMove);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#isOpen = true;
      this.#pingLater();
      if (this.#eye !== null) this.#sendWatch();
      else this.#become('live');
    };
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose();
    };
  }

  /** Forget the socket, whatever state it is in. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    this.#watches = [];
    this.#stopTimer();
    this.#stopSilence();
    socket?.close();
  }

  #lose(): void {
    this.#drop();
    if (this.#state === 'closed') return;
    this.#become('lost');
    // After a restart not everybody comes at the same moment: who is to move in the first half of
    // the wait, others in the second.
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries);
    const share = (this.#isToMove ? 0 : 0.5) + this.world.chance() / 2;
    this.#tries += 1;
    this.#stopTimer = this.world.after(wait * share, () => this.#open());
  }

  #pingLater(): void {
    this.#stopTimer();
    this.#stopTimer = this.world.after(PING_EVERY, () => this.#ping());
  }

  /** Are you there? No answer within a few seconds means no. */
  #ping(): void {
    this.#send({ do: 'ping' });
    this.#stopSilence();
    this.#stopSilence = this.world.after(SILENCE, () => this.#lose());
    this.#pingLater();
  }

  #send(message: ClientMessage): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(message));
  }

  #sendWatch(): void {
    if (this.#eye === null) return;
    const id = newId();
    this.#watches.push(id);
    const since = this.#at === null ? {} : { since: this.#at };
    this.#send({ do: 'watch', id, wire: WIRE, table: this.table, ...this.#eye, ...since });
  }

  /** Send again what was not answered, and belongs to the seat that is watched. */
  #sendPending(): void {
    for (const { message, seat } of this.#pending.values()) {
      if (seat === this.#eye?.seat) this.#send(message);
    }
  }

  // --- what the server says --------------------------------------------------------------------

  #hear(message: ServerMessage): void {
    this.#stopSilence();
    switch (message.type) {
      case 'done':
        this.#answer(message.id, 'done');
        return;
      case 'refused':
        this.#hearRefusal(message);
        return;
      case 'watching':
        this.#hearWatching(message);
        return;
      case 'bye':
        this.#hearBye(message);
        return;
      case 'notice':
        break;
      case 'snapshot':
      case 'frame':
        if (!this.#isWatched) return;
        if (message.type === 'frame' && !this.#isNext(message.at)) return;
        this.#at = message.at;
        if (message.game != null) this.#isToMove = message.game.moves !== null;
        break;
      default:
        if (!this.#isWatched) return;
    }
    this.listener.told(message);
  }

  /** Whether what comes is of what is watched now, and not of what was watched before. */
  get #isWatched(): boolean {
    return this.#eye !== null && this.#watches.length === 0;
  }

  /** Frames come in order; one that was told already is left out, and after a gap all are asked for. */
  #isNext(at: number): boolean {
    if (this.#at === null || at === this.#at + 1) return true;
    if (at > this.#at + 1) this.#sendWatch();
    return false;
  }

  #hearWatching(message: Extract<ServerMessage, { type: 'watching' }>): void {
    this.#watches.shift();
    if (!this.#isWatched) return;
    this.#tries = 0;
    this.#become('live');
    this.listener.told(message);
    this.#sendPending();
  }

  #hearRefusal(message: Extract<ServerMessage, { type: 'refused' }>): void {
    const { id, code } = message;
    const ofWatch = id !== null && this.#watches.includes(id);
    if (id !== null && !ofWatch) {
      this.#answer(id, { code, message: message.message });
    } else if (PASSING.has(code)) {
      this.#sayAgainLater();
    } else {
      this.#watches = this.#watches.filter((watch) => watch !== id);
      if (ofWatch && this.#watches.length > 0) return;
      if (ofWatch) this.#eye = null;
      this.listener.told(message);
    }
  }

  /** Something was not heard, or could not be done yet: say it all again. Nothing is done twice. */
  #sayAgainLater(): void {
    const socket = this.#socket;
    this.world.after(TOO_FAST_WAIT, () => {
      if (this.#socket !== socket || !this.#isOpen) return;
      if (this.#watches.length === 0) this.#sendPending();
      else {
        this.#watches = [];
        this.#sendWatch();
      }
    });
  }

  #hearBye(message: Extract<ServerMessage, { type: 'bye' }>): void {
    if (PASSING.has(message.code)) {
      // A server that stops may be one that starts again.
      this.#lose();
      return;
    }
    if (!this.#isWatched) return;
    this.#at = null;
    if (message.code === 'stale') {
      // What happened at the table was rewritten, as when somebody wished to be forgotten.
      this.#sendWatch();
      return;
    }
    this.#eye = null;
    this.listener.told(message);
  }

  #answer(id: string, answer: 'done' | Refusal): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.answer(answer);
  }
}
