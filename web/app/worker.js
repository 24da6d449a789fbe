/*
 * Lets the page open without a connection. It keeps the files of one build, whose names it was given by
 * that build, and the page that belongs to them: nothing of the server's answers, nothing of a game.
 *
 * A new build comes with a new worker. That one waits until no page of the old build is open, so that a
 * game under way keeps finding its files; then it takes over and throws the old ones away.
 */
const BUILD = { cache: '', files: [] };
/** Where the site begins on its host: beside this file. */
const PAGE = new URL('./', self.location).pathname;
const FILES = BUILD.files.map((name) => PAGE + name);
/** Other sites of the host, and others of this kind below other paths, have caches of their own. */
const CACHE = BUILD.cache + PAGE;

self.addEventListener('install', (event) => {
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (FILES.includes(pathname)) event.respondWith(fromCache(request));
  else if (request.mode === 'navigate' && !pathname.startsWith(`${PAGE}api/`))
    event.respondWith(fresh(request));
});

async function keep() {
  const cache = await caches.open(CACHE);
  // The page is the same for everybody; it is asked for as nobody.
  const page = new Request(PAGE, { cache: 'no-cache', credentials: 'omit' });
  await cache.addAll([page, ...FILES]);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
}

/** A cache of another build of this site; the names of older versions had no path. */
function isOld(name) {
  const [, path] = /^misterx-[0-9a-f]+(\/.*)?$/.exec(name) ?? [null, null];
  return name !== CACHE && (path === undefined || path === PAGE);
}

async function fromCache(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The server's own page, which may be newer; the kept one where the server does not answer. */
async function fresh(request) {
  try {
    return await fetch(request);
  } catch (failure) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(PAGE, { ignoreVary: true });
    if (kept === undefined) throw failure;
    return kept;
  }
}
