/** The notation of the board game's moves, both ways; see docs/protocol.md. */

/** What a leg is paid with: taxi, bus, underground, black. */
export type Ticket = 'T' | 'B' | 'U' | 'K';

/** A ticket, or none where none is needed. */
export type Fare = Ticket | null;

/** One stop; `to` is null where the viewer may not know it. */
export interface Leg {
  readonly fare: Fare;
  readonly to: number | null;
}

export type ChaseMove =
  | { readonly kind: 'go'; readonly piece: string; readonly legs: readonly Leg[] }
  | { readonly kind: 'place'; readonly piece: string; readonly to: number }
  | { readonly kind: 'reveal'; readonly show: boolean }
  | { readonly kind: 'take'; readonly from: string; readonly ticket: Ticket };

export const MISTER_X = 'X';

const GO = /^(X|[DB][1-9]):([TBUK]?)([0-9]+|\?)(?:\+([TBUK]?)([0-9]+|\?))?$/;
const PLACE = /^(X|[DB][1-9])@([0-9]+)$/;
const TAKE = /^X:take (D[1-9])=([TBU])$/;

/** The move that a text stands for; null for what is none. */
export function parseChase(text: string): ChaseMove | null {
  if (text === 'X:show' || text === 'X:hide') {
    return { kind: 'reveal', show: text === 'X:show' };
  }
  const go = GO.exec(text);
  if (go) {
    const [, piece, fare, to, fare2, to2] = go;
    const legs = [leg(fare, to)];
    if (to2 !== undefined) legs.push(leg(fare2, to2));
    return { kind: 'go', piece: piece!, legs };
  }
  const place = PLACE.exec(text);
  if (place) return { kind: 'place', piece: place[1]!, to: Number(place[2]) };
  const take = TAKE.exec(text);
  if (take) return { kind: 'take', from: take[1]!, ticket: take[2] as Ticket };
  return null;
}

function leg(fare: string | undefined, to: string | undefined): Leg {
  return { fare: fare ? (fare as Ticket) : null, to: to === '?' ? null : Number(to) };
}

/** The text of a move. */
export function writeChase(move: ChaseMove): string {
  switch (move.kind) {
    case 'go':
      return `${move.piece}:${move.legs.map((one) => `${one.fare ?? ''}${one.to ?? '?'}`).join('+')}`;
    case 'place':
      return `${move.piece}@${move.to}`;
    case 'reveal':
      return move.show ? 'X:show' : 'X:hide';
    case 'take':
      return `X:take ${move.from}=${move.ticket}`;
  }
}

export type Transport = 'taxi' | 'bus' | 'underground' | 'ferry';

/** The transport that a ticket is for; black is for any. */
export const TRANSPORT_OF = { T: 'taxi', B: 'bus', U: 'underground' } as const;

/** The ticket that a transport takes by itself. */
export const TICKET_OF: Readonly<Record<Transport, Ticket>> = {
  taxi: 'T',
  bus: 'B',
  underground: 'U',
  ferry: 'K',
};

/** The name of a ticket in the catalogues and tokens. */
export const TICKET_NAME = { T: 'taxi', B: 'bus', U: 'underground', K: 'black' } as const;
