/** A server's end of the line for tests: sockets, time and chance in the test's hand. */

import type { ClientMessage, ServerMessage } from '../generated/wire';
import type { SocketLike, Surroundings } from './live';

export class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: ClientMessage[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.isClosed = true;
  }

  /** The server says something. */
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The line breaks. */
  break(code = 1006): void {
    this.onclose?.({ code });
  }

  /** What was sent of a kind. */
  of<D extends ClientMessage['do']>(what: D): Extract<ClientMessage, { do: D }>[] {
    return this.sent.filter(
      (message): message is Extract<ClientMessage, { do: D }> => message.do === what,
    );
  }
}

export class FakeWorld implements Surroundings {
  readonly sockets: FakeSocket[] = [];
  /** The tables that sockets were opened for, and whether the seat was to move. */
  readonly opened: { table: string; isToMove: boolean }[] = [];
  /** What `chance` gives. */
  luck = 1;
  #now = 1_000_000;
  #timers = new Set<{ at: number; what: () => void }>();

  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (last === undefined) throw new Error('no socket was opened');
    return last;
  }

  open(table: string, isToMove: boolean): SocketLike {
    this.opened.push({ table, isToMove });
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  }

  after(ms: number, what: () => void): () => void {
    const timer = { at: this.#now + ms, what };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  now(): number {
    return this.#now;
  }

  chance(): number {
    return this.luck;
  }

  /** Let time pass; what is due happens in its order. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = due.at;
      due.what();
    }
    this.#now = end;
  }
}
