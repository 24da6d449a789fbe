/** What the live line takes from outside, so that tests can stand in for it. */

import { at } from './prefix';

export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Surroundings {
  /** Open a socket to a table; who is to move there is let in before others of the same address. */
  open(table: string, isToMove: boolean): SocketLike;
  after(ms: number, what: () => void): () => void;
  now(): number;
  chance(): number;
}

/** The line's surroundings in a browser. */
export function browser(): Surroundings {
  return {
    open: (table, isToMove) => {
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      return new WebSocket(
        `${scheme}://${location.host}${at(`/api/live/${table}`)}${isToMove ? '?to_move=1' : ''}`,
      ) as SocketLike;
    },
    after: (ms, what) => {
      const timer = setTimeout(what, ms);
      return () => clearTimeout(timer);
    },
    now: () => Date.now(),
    chance: () => Math.random(),
  };
}
