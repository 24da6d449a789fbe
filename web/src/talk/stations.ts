/** Station numbers in what people say, so that they can be made links. */

export type Part = { text: string } | { station: number };

/** The stations of a map, by number. */
export interface Stations {
  has(station: number): boolean;
}

/** A text cut into words and the numbers of stations that are on the map. */
export function withStations(text: string, stations: Stations): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(/(?<![\d.,:])\d{1,3}(?![\d:]|[.,]\d)/g)) {
    const station = Number(found[0]);
    if (!stations.has(station) || found[0].startsWith('0')) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index) });
    parts.push({ station });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
