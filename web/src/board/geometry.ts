/** A board's map as the server gives it, and what is worked out of it once for drawing. */
import type { Transport } from '../notation';
import { type Box, parseBox, type Point } from './viewport';
import { at } from '../net/prefix';

export interface StationShape extends Point {
  readonly n: number;
  readonly transports: readonly Transport[];
}

export interface LineShape {
  readonly a: number;
  readonly b: number;
  readonly transport: Transport;
  readonly d: string;
  readonly len: number;
}

export interface LabelShape extends Point {
  readonly text: string;
  readonly lines: readonly string[];
  readonly kind: 'landmark' | 'park' | 'rail' | 'river' | 'water';
  readonly size: number;
  readonly angle?: number;
}

/** The answer of GET /api/boards/{board}. */
export interface BoardShape {
  readonly viewBox: string;
  readonly bleed: number;
  readonly stationRadius: number;
  readonly widths: Readonly<Record<Transport, number>>;
  readonly gap: number;
  readonly stations: readonly StationShape[];
  readonly lines: readonly LineShape[];
  readonly river: readonly string[];
  readonly lakes: readonly string[];
  readonly parks: readonly { readonly name: string; readonly d: string }[];
  readonly blocks: readonly string[];
  readonly labels: readonly LabelShape[];
}

export type StationKind = 'taxi' | 'bus' | 'underground';

/** A station with the marker that it gets: the highest that it serves. */
export interface Station extends StationShape {
  readonly kind: StationKind;
  readonly isPier: boolean;
}

/** The map, ready to be drawn and looked up. */
export interface BoardMap {
  readonly shape: BoardShape;
  readonly box: Box;
  readonly stations: ReadonlyMap<number, Station>;
  /** All lines of a transport as one path. */
  readonly paths: Readonly<Record<Transport, string>>;
  /** The lines between two stations. */
  between(one: number, other: number): readonly LineShape[];
  /** The stations that lines lead to, with what goes there. */
  around(station: number): ReadonlyMap<number, readonly Transport[]>;
}

export function readBoard(shape: BoardShape): BoardMap {
  const lines = new Map<string, LineShape[]>();
  const neighbours = new Map<number, Map<number, Transport[]>>();
  for (const line of shape.lines) {
    push(lines, key(line.a, line.b), line);
    for (const [from, to] of [
      [line.a, line.b],
      [line.b, line.a],
    ] as const) {
      let of = neighbours.get(from);
      if (!of) neighbours.set(from, (of = new Map()));
      push(of, to, line.transport);
    }
  }
  const stations = new Map(
    shape.stations.map((station) => [
      station.n,
      { ...station, kind: kindOf(station), isPier: station.transports.includes('ferry') },
    ]),
  );
  return {
    shape,
    box: parseBox(shape.viewBox),
    stations,
    paths: {
      taxi: joined(shape, 'taxi'),
      bus: joined(shape, 'bus'),
      underground: joined(shape, 'underground'),
      ferry: joined(shape, 'ferry'),
    },
    between: (one, other) => lines.get(key(one, other)) ?? [],
    around: (station) => neighbours.get(station) ?? new Map(),
  };
}

function push<K, V>(lists: Map<K, V[]>, at: K, value: V): void {
  const list = lists.get(at);
  if (list) list.push(value);
  else lists.set(at, [value]);
}

function key(one: number, other: number): string {
  return one < other ? `${one}-${other}` : `${other}-${one}`;
}

function kindOf(station: StationShape): StationKind {
  if (station.transports.includes('underground')) return 'underground';
  return station.transports.includes('bus') ? 'bus' : 'taxi';
}

function joined(shape: BoardShape, transport: Transport): string {
  return shape.lines
    .filter((line) => line.transport === transport)
    .map((line) => line.d)
    .join('');
}

const boards = new Map<string, Promise<BoardMap>>();

/** The map of a board; asked for once. */
export function loadBoard(name: string): Promise<BoardMap> {
  let board = boards.get(name);
  if (!board) {
    board = fetchBoard(name);
    boards.set(name, board);
    // A failure is not kept: the next one asks again.
    board.catch(() => boards.delete(name));
  }
  return board;
}

async function fetchBoard(name: string): Promise<BoardMap> {
  const answer = await fetch(at(`/api/boards/${encodeURIComponent(name)}`));
  if (!answer.ok) throw new Error(`no board: ${answer.status}`);
  return readBoard((await answer.json()) as BoardShape);
}

/** The outline of a hexagon lying on its side around a point, as underground stations have. */
export function hexagon(radius: number, x: number, y: number): string {
  const half = radius / 2;
  const high = radius * 0.87;
  return `M${x - radius} ${y}l${half} ${-high}h${radius}l${half} ${high}l${-half} ${high}h${-radius}Z`;
}

/** The outline of a circle around a point. */
export function circle(radius: number, x: number, y: number): string {
  const arc = `a${radius} ${radius} 0 1 1`;
  return `M${x - radius} ${y}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0Z`;
}

/** The outline of a square around a point, its corners rounded, as bus stations have. */
export function roundedSquare(half: number, round: number, x: number, y: number): string {
  const side = 2 * (half - round);
  const corner = (dx: number, dy: number) => `a${round} ${round} 0 0 1 ${dx * round} ${dy * round}`;
  return (
    `M${x - half + round} ${y - half}h${side}${corner(1, 1)}v${side}${corner(-1, 1)}` +
    `h${-side}${corner(-1, -1)}v${-side}${corner(1, -1)}Z`
  );
}
