/** What a seat moves, in words; nothing where that goes without saying. */

import type { EditionInfo } from '../generated/wire';
import { t } from '../i18n/index.svelte';
import { piecesOf } from './facts';

export function piecesText(
  edition: EditionInfo | undefined,
  players: number,
  seat: string,
): string {
  const seats = edition?.chase?.pieces[String(players)] ?? {};
  // What several seats may move says nothing of one of them.
  const pieces = piecesOf(edition, players, seat).filter((piece) => seats[piece]?.length === 1);
  if (pieces.length < 2) return '';
  const bobbies = pieces.filter((piece) => piece.startsWith('B')).length;
  return t('seat.pieces', { detectives: pieces.length - bobbies, bobbies });
}
