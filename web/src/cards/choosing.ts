/** What the moves on offer let a player of the card game choose; nothing here knows the rules. */

import { type Action, type Card, type Place, isOfMisterX, parseCardsMove } from '../notation-cards';

/** The moves on offer, sorted by what they ask for; the values are the texts to send. */
export interface Offer {
  /** Where each ticket of the hand goes. */
  places: Map<number, { place: Place; text: string }>;
  actions: { action: Action; text: string }[];
  /** Players who can be named. */
  names: Map<string, string>;
  /** Cards that can be given up. */
  drops: Map<Card, string>;
  /** Cards that can be laid into the hide-out. */
  lays: Map<Card, string>;
}

export function sortOffer(moves: readonly string[] | null): Offer {
  const offer: Offer = {
    places: new Map(),
    actions: [],
    names: new Map(),
    drops: new Map(),
    lays: new Map(),
  };
  for (const text of moves ?? []) {
    const move = parseCardsMove(text);
    switch (move?.kind) {
      case 'play':
        offer.places.set(move.card, { place: move.pile, text });
        break;
      case 'renew':
        offer.places.set(move.card, { place: 'new', text });
        break;
      case 'act':
        offer.actions.push({ action: move.action, text });
        break;
      case 'name':
        offer.names.set(move.other, text);
        break;
      case 'drop':
        offer.drops.set(move.card, text);
        break;
      case 'lay':
        if (move.card !== null) offer.lays.set(move.card, text);
        break;
      case undefined:
        break;
    }
  }
  offer.actions.sort((a, b) => Number(isOfMisterX(a.action)) - Number(isOfMisterX(b.action)));
  return offer;
}

/** The tickets that may be discarded for three new piles, the lowest first. */
export function discardable(offer: Offer): number[] {
  return [...offer.places]
    .filter(([, { place }]) => place === 'new')
    .map(([card]) => card)
    .sort((a, b) => a - b);
}

/** What is asked of whoever looks, or of somebody else. */
export type Asked = 'play' | 'action' | 'name' | 'drop' | 'lay' | null;

export function asked(offer: Offer): Asked {
  if (offer.places.size > 0) return 'play';
  if (offer.actions.length > 0) return 'action';
  if (offer.names.size > 0) return 'name';
  if (offer.drops.size > 0) return 'drop';
  if (offer.lays.size > 0) return 'lay';
  return null;
}

/** The text that a chosen card would be sent with, whatever is asked; null: it cannot be chosen. */
export function moveOf(offer: Offer, card: Card | null): string | null {
  if (card === null) return null;
  const place = card === 'X' ? undefined : offer.places.get(card);
  return place?.text ?? offer.drops.get(card) ?? offer.lays.get(card) ?? null;
}

/** A hand as it is held: the Mister X card first, the tickets in ascending order. */
export function sortHand(hand: readonly Card[]): Card[] {
  const tickets = hand.filter((card): card is number => card !== 'X').sort((a, b) => a - b);
  return hand.includes('X') ? ['X', ...tickets] : tickets;
}

/** The card beside the chosen one, for arrow keys; at an end it stays there. */
export function beside(hand: readonly Card[], card: Card | null, step: 1 | -1): Card | null {
  if (hand.length === 0) return null;
  const at = card === null ? -1 : hand.indexOf(card);
  if (at < 0) return (step > 0 ? hand[0] : hand[hand.length - 1]) ?? null;
  return hand[Math.min(hand.length - 1, Math.max(0, at + step))] ?? null;
}
