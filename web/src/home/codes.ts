/** Codes of tables as people type them: in small letters, with spaces, or the whole link. */

/** The code in what was typed; null if there is none. */
export function codeIn(typed: string): string | null {
  const link = /\/t\/([^/?#\s]+)/.exec(typed);
  const code = (link?.[1] ?? typed).replace(/[\s-]/g, '').toUpperCase();
  return /^[2-9A-HJ-NP-Z]{4,12}$/.test(code) ? code : null;
}
