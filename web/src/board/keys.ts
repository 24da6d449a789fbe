/** The keys of the map, while it has the focus. */
import type { Camera } from './camera.svelte';
import type { BoardMap } from './geometry';
import { type Direction, following, nearest, nextStation } from './steering';

export interface Steered {
  readonly board: BoardMap;
  readonly camera: Camera;
  /** The stations on offer, ascending. */
  readonly targets: readonly number[];
  readonly focused: number | null;
  focus(station: number): void;
  choose(station: number): void;
  back(): void;
  home(): void;
  /** Letters by themselves can be switched off. */
  areLettersOn(): boolean;
  /** Any other key; true if it was used. */
  other(event: KeyboardEvent): boolean;
  /** A key ends what moves by itself. */
  finish(): void;
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const PAN = 80;
const DIGITS_MS = 1500;

/** The listener for keys on the map. */
export function keysOf(map: Steered): (event: KeyboardEvent) => void {
  let digits = '';
  let digitsAt = 0;

  /** Digits one after the other are a station's number. */
  function typed(event: KeyboardEvent): boolean {
    if (!/^[0-9]$/.test(event.key)) return false;
    const isNew = event.timeStamp - digitsAt > DIGITS_MS;
    if (event.key === '0' && (isNew || !digits)) return false; // 0 by itself shows the whole map
    digits = isNew ? event.key : digits + event.key;
    digitsAt = event.timeStamp;
    return true;
  }

  function jump(event: KeyboardEvent): boolean {
    const station = Number(digits);
    const isFresh = digits !== '' && event.timeStamp - digitsAt <= DIGITS_MS * 2;
    digits = '';
    if (!isFresh || !map.board.stations.has(station)) return false;
    map.focus(station);
    return true;
  }

  function steer(direction: Direction): void {
    const stations = map.board.stations;
    const here = map.focused === null ? undefined : stations.get(map.focused);
    const next = here
      ? nextStation(stations.values(), here, direction)
      : nearest(stations.values(), map.camera.view);
    if (next !== null) map.focus(next);
  }

  function pan(direction: Direction): void {
    const { camera } = map;
    const dx = direction === 'left' ? PAN : direction === 'right' ? -PAN : 0;
    const dy = direction === 'up' ? PAN : direction === 'down' ? -PAN : 0;
    camera.nudge(camera.panned(dx, dy));
  }

  function used(event: KeyboardEvent): boolean {
    const direction = ARROWS[event.key];
    if (direction) {
      if (event.shiftKey) pan(direction);
      else steer(direction);
      return true;
    }
    if (typed(event)) return true;
    switch (event.key) {
      case 'Enter':
      case ' ':
        if (event.key === 'Enter' && jump(event)) return true;
        if (map.focused === null) return map.other(event);
        map.choose(map.focused);
        return true;
      case 'Escape':
        map.back();
        return true;
      case '+':
      case '=':
        map.camera.zoomBy(1.4);
        return true;
      case '-':
        map.camera.zoomBy(1 / 1.4);
        return true;
      case '0':
        map.camera.showAll();
        return true;
      case 'f':
      case 'F':
        if (!map.areLettersOn()) return false;
        map.home();
        return true;
      case 'n':
      case 'N': {
        if (!map.areLettersOn()) return false;
        const next = following(map.targets, map.focused, event.shiftKey ? -1 : 1);
        if (next !== null) map.focus(next);
        return true;
      }
      default:
        return map.other(event);
    }
  }

  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    map.finish();
    if (!used(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
