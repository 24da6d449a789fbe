/** What the computer advises in the card game, in the reader's language. */
import { LETTERS, cardName } from '../cards/words';
import type { CardsView, TableShown } from '../generated/wire';
import { t, type Key } from '../i18n/index.svelte';
import { type Card, parseCardsMove } from '../notation-cards';
import { nameOf } from '../table/names';

/** The card of the hand that a move is made with; null: it is made with none. */
export function cardOf(text: string): Card | null {
  const move = parseCardsMove(text);
  return move !== null && 'card' in move ? move.card : null;
}

/** A move that is advised, as a sentence. */
export function cardAdvice(
  table: Pick<TableShown, 'seats'>,
  view: Pick<CardsView, 'colours' | 'phase'>,
  text: string,
): string {
  const move = parseCardsMove(text);
  switch (move?.kind) {
    case 'play': {
      const letter = LETTERS[move.pile];
      return t('hint.card_play', { card: cardName(view.colours, move.card), letter });
    }
    case 'renew':
      return t('hint.card_new', { card: cardName(view.colours, move.card) });
    case 'act':
      return t('hint.card_act', { action: t(`cards.${move.action}` as Key) });
    case 'name': {
      const name = nameOf(table, move.other);
      return t(view.phase === 'search' ? 'hint.card_search' : 'hint.card_question', { name });
    }
    case 'drop':
      return t('hint.card_drop', { card: cardName(view.colours, move.card) });
    case 'lay':
      if (move.card === null) return text;
      if (move.card === 'X') return t('hint.card_lay_x');
      return t('hint.card_lay', { card: cardName(view.colours, move.card) });
    case undefined:
      return text;
  }
}
