/** Where the site begins on its host: a proxy may have it below a path, `https://example.org/misterx/`. */

/** What stands before every path of the site, by the address of one of its built files. */
export function prefixOf(file: string): string {
  return /^(.*)\/assets\/[^/]*$/.exec(new URL(file).pathname)?.[1] ?? '';
}

const PREFIX = prefixOf(import.meta.url);

/** The path on the host of a path of the site. */
export function at(path: string): string {
  return PREFIX + path;
}

/** The path of the site of a path on the host; one outside of the site stays as it is. */
export function within(path: string, prefix = PREFIX): string {
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}
