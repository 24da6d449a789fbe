/** What a frame of the card game says aloud, to those who listen instead of look. */

import type { EventShown, TableShown } from '../generated/wire';
import { t } from '../i18n/index.svelte';
import type { Card } from '../notation-cards';
import { nameOf } from '../table/names';
import { chronicle } from './chronicle';
import { cardName, cardNames, sentence } from './words';

/** One line for the events of a frame, or an empty one. */
export function announcement(
  events: readonly EventShown[],
  table: Pick<TableShown, 'seats'>,
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
    // Who is told which card was laid has heard of it already.
    const isKnown = texts.some((text) => text.startsWith(`${String(one['seat'])}:lay`));
    if (one.kind === 'laid' && !isKnown) {
      said.push(t('cards.told_laid', { name: nameOf(table, String(one['seat'])) }));
    }
    if (one.kind === 'shuffled') said.push(taken(events, colours, me));
  }
  return said.join(' ');
}

/** The hide-out has been shared out, and what one has taken oneself. */
function taken(events: readonly EventShown[], colours: string, me: string | null): string {
  const own = events.find((one) => one.kind === 'took' && one['seat'] === me);
  if (!own || me === null) return t('cards.told_took');
  return t('cards.told_you_took', { card: cardName(colours, card(own['card'])) });
}

/** Cards in events are numbers; the Mister X card is the one above all tickets. */
function card(value: unknown): Card {
  return typeof value === 'number' && value <= 90 ? value : 'X';
}
