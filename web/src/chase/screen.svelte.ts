/** The shape of the screen, which says how a table is laid out. */
import { MediaQuery } from 'svelte/reactivity';

/** Wide: panel beside the board; middle: it can be folded; flat: a phone on its side. */
export type ScreenShape = 'wide' | 'middle' | 'flat' | 'phone';

export interface Screen {
  readonly shape: ScreenShape;
  readonly isPhone: boolean;
}

export function screenShape(): Screen {
  const phone = new MediaQuery('(max-width: 719px) and (min-height: 480px)');
  const flat = new MediaQuery('(max-height: 479px)');
  const wide = new MediaQuery('(min-width: 1100px)');
  return {
    get shape(): ScreenShape {
      if (flat.current) return 'flat';
      if (phone.current) return 'phone';
      return wide.current ? 'wide' : 'middle';
    },
    get isPhone(): boolean {
      return this.shape === 'phone';
    },
  };
}
