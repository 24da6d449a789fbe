/** What is said of a chase, in the reader's language. */
import type { BoardMap } from '../board/geometry';
import type { ChaseFacts, ChaseView, EventShown, MarkShown, TableShown } from '../generated/wire';
import { maybe, t } from '../i18n/index.svelte';
import { type Fare, MISTER_X, parseChase, type Ticket, TICKET_NAME } from '../notation';
import { nameOf, numberOf } from '../table/names';
import { listed } from '../ui/names';
import { isSighted, nextSeen } from './standing';
import type { TurnedDown } from './turn.svelte';

/** How many play, and who sits where as far as it is known. */
export type Company = Pick<TableShown, 'players' | 'seats'>;

/** Who is who at a table. */
export interface Cast {
  readonly table: Company;
  readonly facts: ChaseFacts;
  /** The seat that looks. */
  readonly seat: string | null;
}

/** The name of a ticket as it stands on its own: "Taxi", "Black ticket". */
export function fareName(fare: Fare): string {
  return fare === null ? t('chase.no_fare') : t(`chase.ticket_${TICKET_NAME[fare]}`);
}

/** How one goes on a ticket: "by taxi". */
export function byFare(fare: Ticket): string {
  return t(`chase.by_${TICKET_NAME[fare]}`);
}

/** What a piece is called: Mister X, a bobby, or its player's name. */
export function pieceName({ table, facts }: Cast, piece: string): string {
  if (piece === MISTER_X) return t('chase.mister_x');
  if (piece.startsWith('B')) return t('chase.bobby', { n: numberOf(piece) });
  const pieces = facts.pieces[String(table.players)] ?? {};
  const [seat] = pieces[piece] ?? [];
  if (!table.seats.some((one) => one.seat === seat) || seat === undefined) {
    return t('chase.detective', { n: numberOf(piece) });
  }
  const own = Object.keys(pieces).filter(
    (one) => one.startsWith('D') && pieces[one]?.includes(seat),
  );
  const name = nameOf(table, seat);
  // Several seats of one person have one name.
  const namesakes = table.seats.filter((one) => one.seat !== 'X' && one.name === name);
  if (namesakes.length > 1) return t('chase.one_of', { name, n: numberOf(piece) });
  return own.length > 1 ? t('chase.one_of', { name, n: own.indexOf(piece) + 1 }) : name;
}

/** Who is to act, as a name. */
export function actors(cast: Cast, toAct: readonly string[]): string {
  if (toAct.length === 1) return nameOf(cast.table, toAct[0]!);
  return toAct.includes(MISTER_X) ? t('chase.mister_x') : t('chase.the_detectives');
}

/** A station for those who listen: its number, what stops there, and who stands on it. */
export function stationWords(
  cast: Cast,
  board: BoardMap,
  view: ChaseView,
  fares: ReadonlyMap<number, readonly Fare[]>,
  station: number,
  mark?: MarkShown,
  weights?: ReadonlyMap<number, number> | null,
): string {
  const stops = board.stations.get(station)?.transports ?? [];
  const said = [
    t('chase.station', {
      station,
      stops: listed(
        stops.map((one) => t(`chase.line_${one}`)),
        'conjunction',
      ),
    }),
  ];
  const standing = Object.keys(view.hunters).filter((piece) => view.hunters[piece] === station);
  if (view.x === station) standing.unshift(MISTER_X);
  for (const piece of standing) said.push(t('chase.stands', { name: pieceName(cast, piece) }));
  const way = fares.get(station);
  if (way) said.push(targetWays(way));
  said.push(nearWords(cast, board, view, station));
  if (view.possible?.includes(station) && view.x !== station) {
    const part = weights?.get(station) ?? 1 / view.possible.length;
    said.push(t('chase.could_be', { percent: Math.round(100 * part) }));
  }
  if (mark) said.push(markWords(cast, mark));
  return said.filter(Boolean).join(' ');
}

/** The hunters that lines lead to from a station: "One move away: Ada and Ben." */
function nearWords(cast: Cast, board: BoardMap, view: ChaseView, station: number): string {
  const near = Object.keys(view.hunters).filter((piece) => {
    const at = view.hunters[piece];
    return at !== null && at !== undefined && at !== station && board.around(station).has(at);
  });
  if (!near.length) return '';
  const names = listed(
    near.map((piece) => pieceName(cast, piece)),
    'conjunction',
  );
  return t('chase.one_away', { names });
}

/** What somebody has marked a station with, and who. */
function markWords({ table }: Cast, mark: MarkShown): string {
  const who = mark.team ? nameOf(table, mark.seat) : t('talk.note_own');
  return t(mark.sign === 'crossed' ? 'chase.marked_crossed' : 'chase.marked_maybe', { who });
}

function targetWays(fares: readonly Fare[]): string {
  const tickets = fares.filter((fare) => fare !== null);
  if (!tickets.length) return t('chase.in_reach');
  return t('chase.in_reach_by', { ways: listed(tickets.map(byFare), 'disjunction') });
}

/** A target in the list of moves: "133, by taxi or bus, 2 of 13 possible stations next to it". */
export function targetWords(station: number, fares: readonly Fare[], about: string): string {
  const tickets = fares.filter((fare) => fare !== null);
  const words = tickets.length
    ? t('chase.target', { station, ways: listed(tickets.map(byFare), 'disjunction') })
    : String(station);
  return about ? `${words}, ${about}` : words;
}

/** Where everybody sees Mister X: "Seen at 127. Move 8, by bus. Next at 13."; nothing if he is hidden. */
export function sightingWords({ facts }: Cast, view: ChaseView): string {
  const window = view.log.at(-1);
  if (!window || window.station === null || view.outcome || !isSighted(view, facts)) return '';
  const next = nextSeen(facts, view);
  return [
    t('chase.sighted', { station: window.station }),
    ...(window.ticket
      ? [t('chase.sighted_by', { n: view.log.length, way: byFare(window.ticket) })]
      : []),
    next === null ? t('chase.sighted_last') : t('chase.sighted_next', { n: next }),
  ].join(' ');
}

/** A move as a sentence; null for what nobody needs to be told. */
export function moveWords(cast: Cast, text: string): string | null {
  const move = parseChase(text);
  switch (move?.kind) {
    case 'place':
      return t('chase.told_start', { name: pieceName(cast, move.piece), station: move.to });
    case 'reveal':
      return move.show ? t('chase.told_shows') : null;
    case 'take':
      return t('chase.told_takes', {
        name: pieceName(cast, move.from),
        ticket: fareName(move.ticket),
      });
    case 'go':
      return goWords(cast, move.piece, move.legs);
    default:
      return null;
  }
}

function goWords(
  cast: Cast,
  piece: string,
  legs: readonly { fare: Fare; to: number | null }[],
): string {
  const name = pieceName(cast, piece);
  const ways = legs.map(({ fare, to }) => {
    if (to === null) return fare ? byFare(fare) : t('chase.unseen');
    return fare
      ? t('chase.to_by', { station: to, way: byFare(fare) })
      : t('chase.to', { station: to });
  });
  if (ways.length === 2) {
    return t('chase.told_double', { name, first: ways[0]!, second: ways[1]! });
  }
  return t('chase.told_moved', { name, way: ways[0]! });
}

/** What a frame says aloud: one sentence for each event, moves of several pieces joined. */
export function announcement(cast: Cast, events: readonly EventShown[]): string {
  const said: string[] = [];
  for (const event of events) {
    const text = typeof event['text'] === 'string' ? event['text'] : null;
    if ((event.kind === 'moved' || event.kind === 'placed') && text !== null) {
      const words = moveWords(cast, text);
      if (words) said.push(words);
    } else if (event.kind === 'seen') {
      said.push(
        t('chase.told_seen', { station: Number(event['station']), n: Number(event['window']) }),
      );
    } else if (event.kind === 'passed' && Array.isArray(event['pieces'])) {
      for (const piece of event['pieces']) {
        said.push(t('chase.told_passed', { name: pieceName(cast, String(piece)) }));
      }
    }
  }
  return said.join(' ');
}

/** Why a move was turned down, and what to do. */
export function refusalWords(cast: Cast, view: ChaseView, { refusal, choice }: TurnedDown): string {
  const { piece, first, second } = choice;
  const to = (second ?? first)?.to;
  const fare = (second ?? first)?.fare;
  if (refusal.code === 'occupied' && to !== undefined) {
    const holder = Object.keys(view.hunters).find((one) => view.hunters[one] === to);
    if (holder) {
      return t('chase.refused_occupied', { station: to, name: pieceName(cast, holder) });
    }
  }
  if (refusal.code === 'no_ticket' && fare) {
    return t('chase.refused_no_ticket', { ticket: fareName(fare) });
  }
  if (refusal.code === 'already_moved' && piece !== null) {
    return t('chase.refused_already_moved', { name: pieceName(cast, piece) });
  }
  if (refusal.code === 'not_your_turn' || refusal.code === 'stale') {
    return t('chase.refused_too_late');
  }
  return maybe(`refusal.${refusal.code}`) ?? refusal.message;
}
