/** The tickets to choose from for the target that is chosen. */
import type { BoardMap } from '../board/geometry';
import type { ChaseFacts, ChaseView } from '../generated/wire';
import { t } from '../i18n/index.svelte';
import { type Fare, MISTER_X, type Ticket, TICKET_OF } from '../notation';
import { heldBy } from './standing';
import type { TicketChoice } from './TicketButtons.svelte';

interface Asked {
  readonly view: ChaseView;
  readonly facts: ChaseFacts;
  readonly board: BoardMap;
  readonly piece: string;
  readonly from: number | null;
  readonly to: number;
  /** The ticket of the first half, for the second of a double move. */
  readonly spent?: Fare;
  /** What the server offers. */
  readonly fares: readonly Fare[];
}

/** Those on offer, and those that a line leads by but that nobody has. */
export function ticketChoices(asked: Asked): TicketChoice[] {
  const offered = asked.fares.map((fare) => ({ fare, about: about(asked, fare), isOff: false }));
  return [...offered, ...missing(asked)];
}

function about({ view, facts, piece, spent }: Asked, fare: Fare): string {
  if (fare === null) return t('chase.free_ride');
  const n = heldBy(view, piece, spent)[fare];
  if (fare === 'K') return t('chase.left', { n: n ?? 0 });
  if (piece !== MISTER_X) return n == null ? '' : t('chase.counts_down', { n, rest: n - 1 });
  if (!facts.has_supply) return n == null ? t('chase.unlimited') : t('chase.left', { n });
  return t('chase.supply', { n: n ?? 0 });
}

function missing({ view, facts, board, piece, from, to, spent, fares }: Asked): TicketChoice[] {
  const needs = piece === MISTER_X ? facts.x_needs_tickets : facts.hunters_need_tickets;
  if (from === null || !needs || piece.startsWith('B')) return [];
  const held = heldBy(view, piece, spent);
  const found: TicketChoice[] = [];
  for (const { transport } of board.between(from, to)) {
    const fare: Ticket = TICKET_OF[transport];
    if (fare === 'K' || fares.includes(fare) || held[fare] !== 0) continue;
    const why = piece === MISTER_X ? t('chase.none_in_supply') : t('chase.none_left');
    found.push({ fare, about: why, isOff: true });
  }
  return found;
}
