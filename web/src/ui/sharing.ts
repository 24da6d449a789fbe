/** Links that are handed on: by the system's own sheet, the clipboard, or a field to copy from. */

import type { Catalogue } from '../generated/wire';

/** This computer by the names it has for itself. */
const HERE = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Where others find this server; null if only this computer does. */
export function sharedOrigin(
  told: Pick<Catalogue, 'public_url' | 'network_url'>,
  here: Pick<Location, 'origin' | 'hostname'>,
): string | null {
  if (told.public_url !== null) return told.public_url;
  // The address that this page came by is one that works, unless it means the computer itself.
  return HERE.test(here.hostname) ? told.network_url : here.origin;
}

/** Put a text on the clipboard; false where the page may not, as over plain HTTP. */
export async function copy(text: string): Promise<boolean> {
  try {
    // Not there at all on pages that the browser does not trust.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard === undefined) return false;
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the system has a sheet of its own to share a link with. */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/** Share a link by the system's sheet; false if it was not shared. */
export async function share(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url });
    return true;
  } catch {
    return false;
  }
}
