/** A tiny map on which the signs of the real one are shown. */

import type { LastSeen, Mark, Route, Target, Token, Weights } from '../board/drawing';
import { type BoardShape, type LineShape, readBoard } from '../board/geometry';
import type { Transport } from '../notation';

const LENGTH = 200;
/** A station of each kind, far enough from the others, and two with a line between them. */
const STATIONS = [
  { n: 27, x: 0, y: 0, transports: ['taxi'] },
  { n: 52, x: LENGTH, y: 0, transports: ['taxi', 'bus'] },
  { n: 46, x: 2 * LENGTH, y: 0, transports: ['taxi', 'bus', 'underground'] },
  { n: 115, x: 3 * LENGTH, y: 0, transports: ['taxi', 'ferry'] },
  { n: 65, x: 0, y: LENGTH, transports: ['taxi', 'bus'] },
  { n: 82, x: LENGTH, y: LENGTH, transports: ['taxi', 'bus'] },
] as const satisfies BoardShape['stations'];
/** A line of each transport that leads nowhere. */
const TRANSPORTS = ['taxi', 'bus', 'underground', 'ferry'] as const;

function lineAt(y: number, transport: Transport, a = 0, b = 0): LineShape {
  return { a, b, transport, d: `M0 ${y}L${LENGTH} ${y}`, len: LENGTH };
}

function lineY(transport: (typeof TRANSPORTS)[number]): number {
  return (TRANSPORTS.indexOf(transport) + 2) * LENGTH;
}

const SHAPE: BoardShape = {
  viewBox: `0 0 ${4 * LENGTH} ${6 * LENGTH}`,
  bleed: 200,
  stationRadius: 18,
  widths: { taxi: 4.8, bus: 5.4, underground: 7.4, ferry: 4.2 },
  gap: 3.6,
  stations: STATIONS,
  lines: [
    lineAt(LENGTH, 'bus', 65, 82),
    ...TRANSPORTS.map((transport) => lineAt(lineY(transport), transport)),
  ],
  river: [],
  lakes: [],
  parks: [],
  blocks: [],
  labels: [],
};

export const MAP = readBoard(SHAPE);

/** A part of the map, and what lies on it. */
export interface Scene {
  readonly box: string;
  readonly hasStations?: boolean;
  readonly tokens?: readonly Token[];
  readonly targets?: readonly Target[];
  readonly routes?: readonly Route[];
  readonly seen?: LastSeen;
  readonly weights?: Weights;
  readonly danger?: ReadonlyMap<number, number>;
  readonly mark?: Omit<Mark, 'station'>;
}

/** How much of the map is seen, in its units; the pictures have the same shape. */
const NEAR = 96;
const FAR = 140;
const SLANT = 70 / 96;

function around(x: number, y: number, width: number): string {
  const height = width * SLANT;
  return `${x - width / 2} ${y - height / 2} ${width} ${height}`;
}

function at(station: number, more: Omit<Scene, 'box'> = {}, width = NEAR, down = 0): Scene {
  const { x = 0, y = 0 } = MAP.stations.get(station) ?? {};
  return { box: around(x, y + down, width), hasStations: true, ...more };
}

function along(transport: (typeof TRANSPORTS)[number]): Scene {
  return { box: around(LENGTH / 2, lineY(transport), NEAR) };
}

function piece(name: string, is: Partial<Token> = {}): Scene {
  const token = { piece: name, station: 46, isChosen: false, isAway: false, isOwn: false, ...is };
  return at(46, { tokens: [token] }, 124, 7);
}

function target(station: number, more: Partial<Target>): Target {
  return { station, fares: ['T', 'B'], isChosen: false, ...more };
}

/** The signs of the map by the keys of what they mean. */
export const SCENES = {
  station_taxi: at(27),
  station_bus: at(52),
  station_underground: at(46),
  station_pier: at(115, {}, NEAR, 6),
  line_taxi: along('taxi'),
  line_bus: along('bus'),
  line_underground: along('underground'),
  line_ferry: along('ferry'),
  piece_x: piece('X'),
  piece_bobby: piece('B1'),
  piece_chosen: piece('D2', { isChosen: true }),
  piece_away: piece('D3', { isAway: true }),
  target: at(52, { targets: [target(52, {})] }, FAR, -12),
  target_chosen: at(
    82,
    {
      targets: [target(82, { fares: ['B'], isChosen: true })],
      routes: [{ from: 65, to: 82, fare: 'B' }],
    },
    FAR,
    -12,
  ),
  seen: at(46, { seen: { station: 46, window: 8 } }, FAR),
  possible: at(27, { weights: new Map([[27, 1]]) }, FAR),
  danger: at(27, { danger: new Map([[27, 2]]) }, FAR),
  mark_crossed: at(27, { mark: { sign: 'crossed', isShared: false } }, FAR),
  mark_maybe: at(27, { mark: { sign: 'maybe', isShared: false } }, FAR),
  mark_shared: at(27, { mark: { sign: 'maybe', isShared: true } }, FAR),
} satisfies Record<string, Scene>;
