/** How pieces look: detectives by shape and colour, bobbies by a helmet, Mister X by his hat. */

import { detectives } from './icons.json';

export type PieceLook =
  | { kind: 'hat' }
  | { kind: 'symbol'; path: string; colour: string }
  | { kind: 'bobby'; path: string; number: string };

const SHAPES = [
  detectives.circle,
  detectives.triangle,
  detectives.square,
  detectives.diamond,
  detectives.star,
] as const;

/** The look of a piece or seat: `X`, `D2`, `B1`; hunters' and players' seats look like detectives. */
export function lookOf(name: string): PieceLook {
  if (name === 'X') return { kind: 'hat' };
  const number = name.slice(1);
  if (name.startsWith('B')) return { kind: 'bobby', path: detectives.bobby, number };
  const at = (Math.max(1, Number(number) || 1) - 1) % SHAPES.length;
  return { kind: 'symbol', path: SHAPES[at] as string, colour: `var(--d${at + 1})` };
}
