/** How cards, piles and what happened are called. */

import type { TableShown } from '../generated/wire';
import { t, type Key } from '../i18n/index.svelte';
import {
  BONUS,
  GENERAL,
  PILES,
  colourOf,
  type Action,
  type Card,
  type Colour,
  type Pile,
} from '../notation-cards';
import { nameOf } from '../table/names';
import type { Ticket } from '../ui/Badge.svelte';
import type { Happening } from './chronicle';

export const TICKETS: Readonly<Record<Colour, Ticket>> = {
  T: 'taxi',
  B: 'bus',
  U: 'underground',
  K: 'black',
};

/** The letters on the piles and on the keyboard, the same in every language. */
export const LETTERS: Readonly<Record<Pile, 'A' | 'B' | 'C'>> = { L: 'A', M: 'B', R: 'C' };

export function generalAction(pile: Pile): Action {
  return GENERAL[PILES.indexOf(pile)] as Action;
}

/** A card in words: "bus 38", or the Mister X card. */
export function cardName(colours: string, card: Card): string {
  if (card === 'X') return t('cards.x_card');
  const colour = t(`cards.${TICKETS[colourOf(colours, card)]}`);
  return t('cards.ticket', { colour, number: card });
}

export function cardNames(colours: string, cards: readonly Card[], language: string): string {
  const names = cards.map((card) => cardName(colours, card));
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}

/** What playing a ticket on a pile leads to, in a sentence. */
export function whatFollows(colours: string, card: number, pile: Pile): string {
  const colour = colourOf(colours, card);
  if (colour === 'K') return t('cards.then_black');
  const action = generalAction(pile);
  return t(`cards.then_${action}${colour === BONUS[pile] ? '_bonus' : ''}` as Key);
}

/** How many cards the search draws that a ticket on the right pile has led to. */
export function drawnBySearch(colours: string, top: number): number {
  return colourOf(colours, top) === BONUS.R ? 2 : 1;
}

/** Why a ticket fits where it does, in a sentence. */
export function whyItFits(piles: Readonly<Record<Pile, number>>, pile: Pile): string {
  const next = PILES[PILES.indexOf(pile) + 1];
  return next === undefined
    ? t('cards.above', { low: piles[pile] })
    : t('cards.between', { low: piles[pile], high: piles[next] });
}

/** Something that happened, in a sentence. */
export function sentence(
  table: Pick<TableShown, 'seats'>,
  colours: string,
  me: string | null,
  one: Happening,
  language: string,
): string {
  const name = one.seat === null ? '' : nameOf(table, one.seat);
  switch (one.kind) {
    case 'played': {
      const action = t(`cards.${generalAction(one.pile)}` as Key);
      return t('cards.told_played', { name, card: cardName(colours, one.card), action });
    }
    case 'renewed':
      return t('cards.told_renewed', { name, card: cardName(colours, one.card) });
    case 'acted': {
      const action = t(`cards.${one.action}`);
      return t(one.shows ? 'cards.told_showed' : 'cards.told_acted', { name, action });
    }
    case 'questioned': {
      const key =
        one.found === null
          ? 'cards.told_questioned'
          : one.found
            ? 'cards.told_found'
            : 'cards.told_innocent';
      return t(key, { name, other: nameOf(table, one.other) });
    }
    case 'searched': {
      const other = nameOf(table, one.other);
      const cards = cardNames(colours, one.cards ?? [], language);
      return t('cards.told_searched', { name, other, cards, n: one.cards?.length ?? 0 });
    }
    case 'gave_up':
      return t('cards.told_gave_up', { name, card: cardName(colours, one.card) });
    case 'laid':
      return one.seat === me && one.card !== null
        ? t('cards.told_you_laid', { card: cardName(colours, one.card) })
        : t('cards.told_laid', { name });
    case 'took':
      return one.seat !== null && one.seat === me && one.card !== null
        ? t('cards.told_you_took', { card: cardName(colours, one.card) })
        : t('cards.told_took');
  }
}
