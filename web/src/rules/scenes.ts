/** A tiny map on which the signs of the real one are shown. */

import type { LastSeen, Route, Target, Token, Weights } from '../board/drawing';
import { type BoardShape, type LineShape, readBoard } from '../board/geometry';
import type { Transport } from '../notation';

const LENGTH = 200;
/** Stations stand in a row, so far from each other. */
const STATIONS = [
  { n: 27, transports: ['taxi'] },
  { n: 52, transports: ['taxi', 'bus'] },
  { n: 46, transports: ['taxi', 'bus', 'underground'] },
  { n: 115, transports: ['taxi', 'ferry'] },
] as const satisfies readonly { n: number; transports: readonly Transport[] }[];
/** Below them a line of each transport, and one between the first two stations. */
const TRANSPORTS = ['taxi', 'bus', 'underground', 'ferry'] as const;

function line(a: number, b: number, transport: Transport, y: number): LineShape {
  return { a, b, transport, d: `M0 ${y}L${LENGTH} ${y}`, len: LENGTH };
}

const SHAPE: BoardShape = {
  viewBox: `0 0 ${LENGTH * STATIONS.length} 1000`,
  bleed: 200,
  stationRadius: 18,
  widths: { taxi: 4.8, bus: 5.4, underground: 7.4, ferry: 4.2 },
  gap: 3.6,
  stations: STATIONS.map((station, at) => ({ ...station, x: at * LENGTH, y: 0 })),
  lines: [
    line(27, 52, 'bus', 0),
    ...TRANSPORTS.map((transport, at) => line(0, at + 1, transport, 200 + at * 100)),
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
}

const [WIDTH, HEIGHT] = [150, 110];

/** The map around a point. */
function around(x: number, y: number): string {
  return `${x - WIDTH / 2} ${y - HEIGHT / 2} ${WIDTH} ${HEIGHT}`;
}

function at(station: number, more: Omit<Scene, 'box'> = {}, up = 0): Scene {
  return { box: around(MAP.stations.get(station)?.x ?? 0, up), hasStations: true, ...more };
}

function piece(name: string, is: Partial<Token> = {}): Scene {
  const token = { piece: name, station: 46, isChosen: false, isAway: false, isOwn: false, ...is };
  return at(46, { tokens: [token] }, 8);
}

/** The signs of the map by the keys of what they mean. */
export const SCENES = {
  station_taxi: at(27),
  station_bus: at(52),
  station_underground: at(46),
  station_pier: at(115, {}, 4),
  line_taxi: { box: around(100, 200) },
  line_bus: { box: around(100, 300) },
  line_underground: { box: around(100, 400) },
  line_ferry: { box: around(100, 500) },
  piece_x: piece('X'),
  piece_detectives: piece('D1'),
  piece_bobby: piece('B1'),
  piece_chosen: piece('D2', { isChosen: true }),
  piece_away: piece('D3', { isAway: true }),
  target: at(52, { targets: [{ station: 52, fares: ['T', 'B'], isChosen: false }] }, -12),
  target_chosen: at(
    52,
    {
      targets: [{ station: 52, fares: ['B'], isChosen: true }],
      routes: [{ from: 27, to: 52, fare: 'B' }],
    },
    -12,
  ),
  seen: at(46, { seen: { station: 46, window: 8 } }),
  possible: at(27, { weights: new Map([[27, 1]]) }),
} satisfies Record<string, Scene>;
