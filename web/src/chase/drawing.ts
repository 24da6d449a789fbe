/** A chase as things to be drawn on a map. */
import type { Camera } from '../board/camera.svelte';
import { gathered } from '../board/clearing';
import type { Route, Target, Token } from '../board/drawing';
import type { BoardMap } from '../board/geometry';
import type { Step } from '../board/motion.svelte';
import { distance, type Point } from '../board/viewport';
import type { ChaseView, EventShown } from '../generated/wire';
import { MISTER_X, parseChase } from '../notation';
import { lastSeen, type PieceRow } from './standing';
import type { Turn } from './turn.svelte';

/** The pieces that stand somewhere, Mister X where he may be seen. */
export function tokensOf(
  view: ChaseView,
  rows: readonly PieceRow[],
  chosen: string | null,
  away: ReadonlySet<string>,
  seat: string | null,
): Token[] {
  const tokens: Token[] = rows.flatMap(({ piece, station, seats, isMine }) =>
    station === null
      ? []
      : [
          {
            piece,
            station,
            isChosen: piece === chosen,
            isAway: seats.length === 1 && away.has(seats[0]!),
            isOwn: isMine,
          },
        ],
  );
  if (view.x !== null) {
    tokens.push({
      piece: MISTER_X,
      station: view.x,
      isChosen: chosen === MISTER_X,
      isAway: away.has(MISTER_X),
      isOwn: seat === MISTER_X,
    });
  }
  return tokens;
}

export function targetsOf(turn: Pick<Turn, 'targets' | 'stop'>): Target[] {
  return [...turn.targets].map(([station, fares]) => ({
    station,
    fares,
    isChosen: station === turn.stop?.to,
  }));
}

/** The ways that are chosen: one, or both halves of a double move. */
export function routesOf(turn: Pick<Turn, 'choice' | 'view' | 'offer'>): Route[] {
  const { piece, first, second } = turn.choice;
  if (piece === null || !turn.view || turn.offer.places.has(piece)) return [];
  const from = piece === MISTER_X ? turn.view.x : turn.view.hunters[piece];
  if (from == null || !first) return [];
  const routes: Route[] = [{ from, ...first }];
  if (second) routes.push({ from: first.to, ...second });
  return routes;
}

type Places = Map<string, number | null>;

/** The steps that events tell of, as far as they can be seen from start to end. */
export function stepsOf(before: ChaseView, events: readonly EventShown[]): Step[] {
  const at: Places = new Map(Object.entries(before.hunters));
  at.set(MISTER_X, before.x);
  const texts = events.flatMap((event) => (event.kind === 'moved' ? [String(event['text'])] : []));
  return stepsFrom(at, texts);
}

/** The steps of the game from a move on. */
export function stepsSince(view: ChaseView, since: number): Step[] {
  const at: Places = new Map(Object.entries(view.starts));
  at.set(MISTER_X, view.start_x);
  stepsFrom(at, view.history.slice(0, since));
  return stepsFrom(at, view.history.slice(since));
}

/** The steps of moves, as far as they can be seen; the places are then those after them. */
function stepsFrom(at: Places, texts: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (const text of texts) {
    const move = parseChase(text);
    if (move?.kind === 'place') at.set(move.piece, move.to);
    if (move?.kind !== 'go') continue;
    for (const { fare, to } of move.legs) {
      const from = at.get(move.piece) ?? null;
      if (from !== null && to !== null) steps.push({ piece: move.piece, from, to, fare });
      at.set(move.piece, to);
    }
  }
  return steps;
}

/** The least scale at which numbers can be read, on a phone and on a larger screen. */
export function legible(isPhone: boolean): number {
  return isPhone ? 0.7 : 0.46;
}

/** Show what matters on one's turn: the piece, its targets, and where Mister X can be. */
export function framed(
  camera: Camera,
  board: BoardMap,
  turn: Turn,
  view: ChaseView,
  possible: readonly number[] | null,
  seat: string | null,
  isPhone: boolean,
): void {
  const point = (station: number | null | undefined): Point[] => {
    const at = station == null ? undefined : board.stations.get(station);
    return at ? [at] : [];
  };
  const pieces = [view.x, ...Object.values(view.hunters)];
  if (view.outcome && view.x !== null) {
    // The end is about him: who is too far from him to be shown, too, is left out on a phone.
    const framing = { least: isPhone ? legible(false) : 0, most: 0.75, padding: 48 };
    const [x, all] = [point(view.x), pieces.flatMap(point)];
    camera.show([all, x], framing, x, all);
    return;
  }
  const own =
    turn.from === null
      ? turn.offer.pieces.flatMap((piece) => point(view.hunters[piece]))
      : point(turn.from);
  const targets = [...turn.targets.keys()].flatMap(point);
  const near = [...own, ...targets];
  // While others move, all pieces matter, and to the hunters also where he can be.
  const isWatching = !near.length;
  const far =
    seat === MISTER_X || view.outcome
      ? pieces
      : [...(possible ?? []), lastSeen(view)?.station, ...(isWatching ? pieces : [])];
  const some = [...near, ...far.flatMap(point)];
  const all = some.length ? some : [...board.stations.values()];
  // Places anywhere on the board, and what others do, one must see as a whole.
  const isWide = turn.from === null && (isWatching || targets.length > 0);
  const framing = {
    least: isWide ? 0 : turn.from === null || isPhone ? legible(isPhone) : 0.56,
    most: isPhone ? 0.85 : 0.75,
    padding: isPhone ? 48 : 72,
  };
  if (turn.from === null) {
    // Of pieces too far apart as many as fit, the others are left to the signs at the edge.
    const together = isWide ? [] : gathered(own);
    camera.show([all, ...together], { ...framing, padding: 48 }, own, all);
    return;
  }
  const [middle] = own;
  const chosen = point(turn.stop?.to);
  const away = (one: Point): number =>
    chosen.includes(one) ? -1 : middle ? distance(one, middle) : 0;
  const byDistance = [...targets].sort((one, other) => away(one) - away(other));
  // Where not everything fits, the farthest targets are left to the signs at the edge.
  const fewer = byDistance.map((_, left) => [...own, ...byDistance.slice(0, left)]).reverse();
  camera.show([all, near, ...fewer, own], framing, [...own, ...chosen], near);
}
