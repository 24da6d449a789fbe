/** How an edition is played, in a few sentences made of its facts; so editions of one's own too. */

import type { EditionInfo } from '../generated/wire';
import { t } from '../i18n/index.svelte';
import { lineName, listed } from '../ui/names';

const LINES = ['taxi', 'bus', 'underground', 'ferry'];
const USED = {
  x: () => t('fact.to_x'),
  supply: () => t('fact.supply'),
  box: () => t('fact.to_box'),
};

export function factsOf(edition: EditionInfo, players: number): string[] {
  const facts = edition.chase;
  if (facts === null) return [t('fact.cards_hidden'), t('fact.cards_play')];
  const pieces = Object.keys(facts.pieces[String(players)] ?? {});
  const bobbies = pieces.filter((piece) => piece.startsWith('B')).length;
  const said = [t('fact.hunters', { players, detectives: pieces.length - bobbies, bobbies })];
  if (facts.pooled.includes(players)) said.push(t('fact.pooled'));
  if (facts.chooses_start) said.push(t('fact.chooses_start'));
  said.push(facts.in_fixed_order ? t('fact.order_fixed') : t('fact.order_free'));
  said.push(seenSentence(facts.shows, facts.log));
  if (facts.used_tickets_go_to !== null) said.push(USED[facts.used_tickets_go_to]());
  else if (!facts.x_needs_tickets) said.push(t('fact.no_tickets'));
  if (facts.transports.length < LINES.length) {
    const lines = LINES.filter((line) => facts.transports.includes(line)).map(lineName);
    said.push(t('fact.only_lines', { lines: listed(lines) }));
  }
  said.push(
    facts.rounds >= facts.log
      ? t('fact.all_windows', { n: facts.log })
      : t('fact.rounds', { n: facts.rounds }),
  );
  return said;
}

/** When he is seen, or, where that is nearly always, when he is not. */
function seenSentence(shows: readonly number[], log: number): string {
  if (shows.length * 2 <= log) return t('fact.seen', { windows: shows.join(', ') });
  const hidden = Array.from({ length: log }, (_, at) => at + 1).filter(
    (window) => !shows.includes(window),
  );
  return t('fact.hidden', { windows: hidden.join(', ') });
}

/** The pieces that a seat moves, detectives before bobbies. */
export function piecesOf(
  edition: EditionInfo | undefined,
  players: number,
  seat: string,
): string[] {
  const pieces = edition?.chase?.pieces[String(players)];
  if (pieces === undefined) return [];
  const own = Object.keys(pieces).filter((piece) => pieces[piece]?.includes(seat));
  return own.sort((one, other) => rank(one) - rank(other) || one.localeCompare(other));
}

function rank(piece: string): number {
  return piece.startsWith('B') ? 1 : 0;
}

/** The sign of a seat: its first piece's, or its own. */
export function signOf(edition: EditionInfo | undefined, players: number, seat: string): string {
  return piecesOf(edition, players, seat)[0] ?? seat;
}
