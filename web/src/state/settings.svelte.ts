/** What somebody likes on this device; kept in the browser, never sent. */

import { LANGUAGES, preferredLanguage, setLanguage, type Language } from '../i18n/index.svelte';

export type Theme = 'system' | 'light' | 'dark';

export interface Liked {
  language: Language | null;
  theme: Theme;
  sound: boolean;
  moveAtOnce: boolean;
  letterKeys: boolean;
}

const KEY = 'misterx.settings';
const USUAL: Liked = {
  language: null,
  theme: 'system',
  sound: true,
  moveAtOnce: false,
  letterKeys: true,
};

/** Settings out of a stored text; whatever is not understood is as usual. */
export function readSettings(text: string | null): Liked {
  let stored: Partial<Record<keyof Liked, unknown>> = {};
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value === 'object' && value !== null) stored = value;
  } catch {
    // Not ours, or broken: begin anew.
  }
  const flag = (name: 'sound' | 'moveAtOnce' | 'letterKeys'): boolean =>
    typeof stored[name] === 'boolean' ? stored[name] : USUAL[name];
  return {
    language: LANGUAGES.find((language) => language === stored.language) ?? USUAL.language,
    theme: (['light', 'dark'] as const).find((theme) => theme === stored.theme) ?? USUAL.theme,
    sound: flag('sound'),
    moveAtOnce: flag('moveAtOnce'),
    letterKeys: flag('letterKeys'),
  };
}

class Settings {
  #liked = $state<Liked>({ ...USUAL });

  get language(): Language | null {
    return this.#liked.language;
  }
  get theme(): Theme {
    return this.#liked.theme;
  }
  get sound(): boolean {
    return this.#liked.sound;
  }
  get moveAtOnce(): boolean {
    return this.#liked.moveAtOnce;
  }
  get letterKeys(): boolean {
    return this.#liked.letterKeys;
  }

  /** Read what was liked last time, and follow the system where nothing was said. */
  async start(): Promise<void> {
    this.#liked = readSettings(stored());
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', () => this.#paint(dark.matches));
    this.#paint(dark.matches);
    // What is changed in one tab is changed in all of them.
    addEventListener('storage', ({ key, newValue }) => {
      if (key !== KEY) return;
      this.#liked = readSettings(newValue);
      this.#paint(dark.matches);
      void this.#speak();
    });
    await this.#speak();
  }

  async change(some: Partial<Liked>): Promise<void> {
    Object.assign(this.#liked, some);
    store(JSON.stringify(this.#liked));
    if (some.theme !== undefined) this.#paint(matchMedia('(prefers-color-scheme: dark)').matches);
    if (some.language !== undefined) await this.#speak();
  }

  #paint(systemIsDark: boolean): void {
    const isDark = this.theme === 'system' ? systemIsDark : this.theme === 'dark';
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  }

  #speak(): Promise<void> {
    return setLanguage(this.language ?? preferredLanguage(navigator.languages));
  }
}

export const settings = new Settings();

// Browsers may forbid storage altogether; then the settings last as long as the page.
function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // See above.
  }
}
