/** What is known of where Mister X is, spread over the stations that are possible. Pure. */

/**
 * How likely each station is: as was told last, of those still possible; evenly where nothing was,
 * so that something is to be seen at once.
 */
export function weighed(
  possible: readonly number[],
  told: ReadonlyMap<number, number> | null,
): Map<number, number> {
  const parts = possible.map((one) => told?.get(one) ?? 0);
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return new Map(
    possible.map((one, at) => [one, whole ? parts[at]! / whole : 1 / possible.length]),
  );
}
