/** Parts of the page that are loaded when they are first needed. */

/**
 * Everybody who asks for a part gets the same answer. Asking the browser again after a failure
 * depends on the browser, and a stylesheet that did not come would not be noticed the second time.
 */
function part<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  return () => (loading ??= load());
}

export const parts = {
  home: part(() => import('../home/Home.svelte')),
  newTable: part(() => import('../home/NewTable.svelte')),
  settings: part(() => import('../home/Settings.svelte')),
  about: part(() => import('../home/About.svelte')),
  missing: part(() => import('../home/Missing.svelte')),
  table: part(() => import('../table/Table.svelte')),
  lobby: part(() => import('../lobby/Lobby.svelte')),
  chase: part(() => import('../chase/ChaseTable.svelte')),
  cards: part(() => import('../cards/CardsTable.svelte')),
  keys: part(() => import('../table/Keys.svelte')),
  rules: part(() => import('../rules/Rules.svelte')),
  replay: part(() => import('../replay/Replay.svelte')),
  learn: part(() => import('../learn/Learn.svelte')),
  companion: part(() => import('../companion/Companion.svelte')),
  statistics: part(() => import('../statistics/Statistics.svelte')),
};
