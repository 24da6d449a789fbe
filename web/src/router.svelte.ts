/** Which page is open: the address says it, and the way back leads back. */

import { at, within } from './net/prefix';

export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string }
  | { page: 'learn'; lesson: string | null }
  | { page: 'settings' }
  | { page: 'statistics' }
  | { page: 'about' }
  | { page: 'replay'; table: string | null }
  | { page: 'rules'; part: 'rules' | 'tips' | 'signs'; of: string | null }
  | { page: 'companion'; role: 'hunters' | 'x' | null }
  | { page: 'missing' };

/** The page of an address. */
export function routeOf(path: string): Route {
  const [, under, code] = /^\/(t|replay)\/([2-9A-HJ-NP-Z]{4,12})\/?$/i.exec(path) ?? [];
  if (code !== undefined) {
    const id = code.toUpperCase();
    return under?.toLowerCase() === 't' ? { page: 'table', id } : { page: 'replay', table: id };
  }
  if (path === '/') return { page: 'home' };
  const learn = /^\/learn(?:\/([a-z]{1,20}))?\/?$/.exec(path);
  if (learn !== null) return { page: 'learn', lesson: learn[1] ?? null };
  if (path === '/settings') return { page: 'settings' };
  if (path === '/statistics') return { page: 'statistics' };
  if (path === '/about') return { page: 'about' };
  if (path === '/replay') return { page: 'replay', table: null };
  if (path === '/tips') return { page: 'rules', part: 'tips', of: null };
  if (path === '/signs') return { page: 'rules', part: 'signs', of: null };
  const rules = /^\/rules(?:\/([^/]+))?\/?$/.exec(path);
  if (rules !== null) return { page: 'rules', part: 'rules', of: named(rules[1]) };
  const companion = /^\/companion(?:\/(hunters|x))?\/?$/.exec(path);
  if (companion !== null) return { page: 'companion', role: (companion[1] as 'x') ?? null };
  return { page: 'missing' };
}

/** What a part of an address stands for; one that cannot be read, for itself. */
function named(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part);
  } catch {
    return part ?? null;
  }
}

/** The address of a table's page. */
export function tablePath(id: string): string {
  return at(`/t/${id}`);
}

/** The address of a lesson. */
export function lessonPath(lesson: string): string {
  return at(`/learn/${lesson}`);
}

/** The address of an edition's rules. */
export function rulesPath(edition: string): string {
  return at(`/rules/${encodeURIComponent(edition)}`);
}

/** The address of the replay of a finished table. */
export function replayPath(id: string): string {
  return at(`/replay/${id}`);
}

/** The address of the game at a real table that a role follows. */
export function companionPath(role: 'hunters' | 'x'): string {
  return at(`/companion/${role}`);
}

const open = $state<{ route: Route; hash: string }>({ route: { page: 'home' }, hash: '' });

/** The page that is open; reactive. */
export const router = {
  get route(): Route {
    return open.route;
  },
  /** What stands behind the `#`, with it. */
  get hash(): string {
    return open.hash;
  },
};

let steps = 0;

/** Whether another page was open before this one; then the focus is lost, and must be set. */
export function hasMoved(): boolean {
  return steps > 0;
}

/** Open another page; `replace`: without a step back to this one. */
export function go(path: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  steps += 1;
  follow();
  window.scrollTo(0, 0);
}

function follow(): void {
  const route = routeOf(within(location.pathname));
  // The same page stays as it is, so that a step within it does not begin it anew.
  if (JSON.stringify(route) !== JSON.stringify(open.route)) open.route = route;
  open.hash = location.hash;
}

/** Begin to follow the address; links within the page open without loading it again. */
export function startRouter(): void {
  follow();
  addEventListener('popstate', follow);
  document.addEventListener('click', (event) => {
    const plain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !plain || !(event.target instanceof Element)) return;
    const link = event.target.closest('a');
    if (link === null || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith(at('/api/'))) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
