/*
 * Lets the page open without a connection. It keeps the files of one build, whose names it was given by
 * that build, and the page that belongs to them: nothing of the server's answers, nothing of a game.
 *
 * A new build comes with a new worker. That one waits until no page of the old build is open, so that a
 * game under way keeps finding its files; then it takes over and throws the old ones away.
 */
const BUILD = { cache: '', files: [] };
const PAGE = '/';

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
  if (BUILD.files.includes(pathname)) event.respondWith(fromCache(request));
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/'))
    event.respondWith(fresh(request));
});

async function keep() {
  const cache = await caches.open(BUILD.cache);
  // The page is the same for everybody; it is asked for as nobody.
  const page = new Request(PAGE, { cache: 'no-cache', credentials: 'omit' });
  await cache.addAll([page, ...BUILD.files]);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name !== BUILD.cache).map((name) => caches.delete(name)),
  );
}

async function fromCache(request) {
  const cache = await caches.open(BUILD.cache);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The server's own page, which may be newer; the kept one where the server does not answer. */
async function fresh(request) {
  try {
    return await fetch(request);
  } catch (failure) {
    const cache = await caches.open(BUILD.cache);
    const kept = await cache.match(PAGE, { ignoreVary: true });
    if (kept === undefined) throw failure;
    return kept;
  }
}
