/** Clocks: what is left of one, and how it is written. */

/** Milliseconds left of a clock that showed `left` at the time `sinceMs`. */
export function leftNow(left: number, running: boolean, sinceMs: number, nowMs: number): number {
  if (!running) return Math.max(0, left);
  return Math.max(0, left - Math.max(0, nowMs - sinceMs));
}

/** `4:05`, `1:02:03`; under ten seconds with a tenth, `9.4`. */
export function clockText(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
