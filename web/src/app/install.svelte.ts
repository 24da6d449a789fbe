/** The page as an app: a worker that lets it open without a connection, and a place among the others. */

import { at } from '../net/prefix';

/** What some browsers offer, if the page can be installed. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** So long after the page is there its files are kept for later: first it is to be played with. */
const LATER_MS = 3000;

let offered = $state.raw<InstallPrompt | null>(null);

export const app = {
  /** Whether the browser offers to install it; reactive. */
  get canInstall(): boolean {
    return offered !== null;
  },
  async install(): Promise<void> {
    const prompt = offered;
    offered = null;
    await prompt?.prompt();
  },
};

/** Take the browser's offer to install, and keep the page's files when there is time for it. */
export function startApp(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as InstallPrompt;
  });
  // Over plain http browsers have no workers, but for this computer's own addresses.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const idle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then));
  // Without it the page only does not open without a connection.
  const register = () => navigator.serviceWorker.register(at('/worker.js')).catch(() => undefined);
  setTimeout(() => idle(() => void register()), LATER_MS);
}
