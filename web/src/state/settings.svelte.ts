/** What somebody likes on this device; kept in the browser, never sent. */

import { LANGUAGES, preferredLanguage, setLanguage, type Language } from '../i18n/index.svelte';

export type Theme = 'system' | 'light' | 'dark';
/** How far text and signs stand out: as the system wants it, more, or as they usually do. */
export type Contrast = 'system' | 'more' | 'usual';

export interface Liked {
  language: Language | null;
  theme: Theme;
  contrast: Contrast;
  /** On a phone, what the thumb needs is at the left. */
  leftHanded: boolean;
  sound: boolean;
  moveAtOnce: boolean;
  letterKeys: boolean;
}

const KEY = 'misterx.settings';
const DARK = '(prefers-color-scheme: dark)';
const MORE_CONTRAST = '(prefers-contrast: more)';
const USUAL: Liked = {
  language: null,
  theme: 'system',
  contrast: 'system',
  leftHanded: false,
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
  const flag = (name: 'leftHanded' | 'sound' | 'moveAtOnce' | 'letterKeys'): boolean =>
    typeof stored[name] === 'boolean' ? stored[name] : USUAL[name];
  return {
    language: LANGUAGES.find((language) => language === stored.language) ?? USUAL.language,
    theme: (['light', 'dark'] as const).find((theme) => theme === stored.theme) ?? USUAL.theme,
    contrast: (['more', 'usual'] as const).find((one) => one === stored.contrast) ?? USUAL.contrast,
    leftHanded: flag('leftHanded'),
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
  get contrast(): Contrast {
    return this.#liked.contrast;
  }
  get leftHanded(): boolean {
    return this.#liked.leftHanded;
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
    for (const wish of [DARK, MORE_CONTRAST]) {
      matchMedia(wish).addEventListener('change', () => this.#paint());
    }
    this.#paint();
    // What is changed in one tab is changed in all of them.
    addEventListener('storage', ({ key, newValue }) => {
      if (key !== KEY) return;
      this.#liked = readSettings(newValue);
      this.#paint();
      void this.#speak();
    });
    await this.#speak();
  }

  async change(some: Partial<Liked>): Promise<void> {
    Object.assign(this.#liked, some);
    store(JSON.stringify(this.#liked));
    this.#paint();
    if (some.language !== undefined) await this.#speak();
  }

  #paint(): void {
    const { theme, contrast } = this;
    const wants = (wish: string): boolean => matchMedia(wish).matches;
    const isDark = theme === 'system' ? wants(DARK) : theme === 'dark';
    const isMore = contrast === 'system' ? wants(MORE_CONTRAST) : contrast === 'more';
    const root = document.documentElement.dataset;
    root['theme'] = isDark ? 'dark' : 'light';
    root['contrast'] = isMore ? 'more' : 'usual';
    root['hand'] = this.leftHanded ? 'left' : 'right';
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
