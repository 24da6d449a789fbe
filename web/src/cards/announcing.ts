/** What a frame of the card game says aloud, to those who listen instead of look. */

import type { EventShown, TableShown } from '../generated/wire';
import { t } from '../i18n/index.svelte';
import type { Card } from '../notation-cards';
import { nameOf } from '../table/names';
import { chronicle } from './chronicle';
import { cardNames, sentence } from './words';

/** One line for the events of a frame, or an empty one. */
export function announcement(
  events: readonly EventShown[],
  table: TableShown,
  colours: string,
  me: string | null,
  language: string,
): string {
  const said: string[] = [];
  const texts = events.filter((one) => one.kind === 'moved').map((one) => String(one['text']));
  const asked = events.filter((one) => one.kind === 'interrogated');
  const interrogations = asked.map((one) => ({
    by: String(one['by']),
    of: String(one['of']),
    found: one['found'] === true,
    hand: 0,
  }));
  const isQuestion = interrogations.length > 0;
  // A name alone does not say what for: a search tells what it found.
  const history =
    texts.some((text) => text.includes('?P')) && !isQuestion ? ['P1:1>R', ...texts] : texts;
  const happened = chronicle({ history, interrogations, phase: 'play' }).slice(
    history.length - texts.length,
  );
  for (const one of happened) said.push(sentence(table, colours, me, one, language));
  for (const one of events) {
    if (one.kind === 'drew' && one['seat'] === me && Array.isArray(one['cards'])) {
      const cards = one['cards'].map(card);
      if (cards.length > 0)
        said.push(t('cards.you_drew', { cards: cardNames(colours, cards, language) }));
    }
    if (one.kind === 'laid' && one['seat'] !== me) {
      said.push(t('cards.told_laid', { name: nameOf(table, String(one['seat'])) }));
    }
  }
  return said.join(' ');
}

/** Cards in events are numbers; the Mister X card is the one above all tickets. */
function card(value: unknown): Card {
  return typeof value === 'number' && value <= 90 ? value : 'X';
}
