/** The keys of one's turn, while the board or the action panel has the focus. */
import type { Fare } from '../notation';
import type { Sign } from './marking.svelte';
import type { PieceRow } from './standing';
import type { Turn } from './turn.svelte';

const SIGNS: Readonly<Record<string, Sign>> = { C: 'crossed', Q: 'maybe' };
const FARES: Readonly<Record<string, Fare>> = { T: 'T', B: 'B', U: 'U', X: 'K' };

export interface Keyed {
  readonly turn: Turn;
  /** The pieces that can be chosen, also those of other seats at this device. */
  movable(): readonly PieceRow[];
  /** Show or hide where Mister X can be. */
  overlay(): void;
  /** Show or hide the travel log. */
  log(): void;
  /** Put a mark on a station, or take it away. */
  mark(station: number, sign: Sign): void;
  /** Letters by themselves can be switched off. */
  areLettersOn(): boolean;
}

/** The listener for the turn's keys; true if the key was used. */
export function turnKeys({
  turn,
  movable,
  overlay,
  log,
  mark,
  areLettersOn,
}: Keyed): (event: KeyboardEvent, station?: number | null) => boolean {
  function letter(event: KeyboardEvent, station: number | null): boolean {
    const key = event.key.toUpperCase();
    const sign = SIGNS[key];
    if (sign) {
      if (station !== null) mark(station, sign);
      return station !== null;
    }
    if (key in FARES && turn.stop) turn.fare(FARES[key] ?? null);
    else if (key === 'M') turn.double(!turn.choice.double);
    else if (key === 'O') overlay();
    else if (key === 'L') log();
    else return false;
    return true;
  }

  /** Shift and a digit choose a piece; the key's place tells the digit, whatever it types. */
  function piece(event: KeyboardEvent): boolean {
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
    const wanted = digit && movable()[Number(digit) - 1];
    if (!event.shiftKey || !wanted) return false;
    turn.piece(wanted.piece, wanted.from);
    return true;
  }

  return (event, station = null) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (piece(event)) return true;
    if (event.key === 'Escape') {
      turn.back();
      return true;
    }
    if (event.key === 'Enter') {
      // A button has its own meaning of Enter.
      if (event.target instanceof HTMLButtonElement) return false;
      void turn.confirm();
      return true;
    }
    return areLettersOn() && letter(event, station);
  };
}
