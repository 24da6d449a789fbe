/** Marks that a player puts on the map, for himself or for his side. */
import type { Mark } from '../board/drawing';
import type { MarkShown } from '../generated/wire';
import type { TableState } from '../state/table.svelte';

export type Sign = Mark['sign'];
type Wanted = { sign: Sign | null; team: boolean };

/** One mark for each station: one's own lies over the one that the side shares. */
export function topmost(marks: readonly MarkShown[]): Map<number, MarkShown> {
  const ordered = [...marks].sort((one, other) => Number(other.team) - Number(one.team));
  return new Map(ordered.map((mark) => [mark.station, mark]));
}

/** What a sign does to a station: the one that is seen there already goes, whosever it is. */
export function wanted(seen: MarkShown | undefined, sign: Sign, team: boolean): Wanted {
  return seen?.sign === sign ? { sign: null, team: seen.team } : { sign, team };
}

export class Marking {
  /** While this is on, a touched station is marked and not chosen. */
  isOn = $state(false);
  sign = $state<Sign>('crossed');
  /** Whoever has a side shares with it, unless he says otherwise; he may also play all of it. */
  isForTeam = $state(true);
  readonly #page: Pick<TableState, 'marks' | 'hasTeam' | 'send'>;
  readonly #isAllowed: () => boolean;

  constructor(page: Pick<TableState, 'marks' | 'hasTeam' | 'send'>, isAllowed: () => boolean) {
    this.#page = page;
    this.#isAllowed = isAllowed;
  }

  get isAllowed(): boolean {
    return this.#isAllowed();
  }

  get isMarking(): boolean {
    return this.isOn && this.isAllowed;
  }

  get hasTeam(): boolean {
    return this.#page.hasTeam;
  }

  readonly seen = $derived.by(() => topmost(this.isAllowed ? this.#page.marks : []));
  readonly drawn = $derived<Mark[]>(
    [...this.seen.values()].flatMap(({ station, sign, team }) =>
      sign === null ? [] : [{ station, sign, isShared: team }],
    ),
  );

  /** How many there are of one's own, or of the side. */
  count(team: boolean): number {
    return this.#page.marks.filter((mark) => mark.team === team).length;
  }

  async put(station: number, sign: Sign = this.sign): Promise<void> {
    if (!this.isAllowed) return;
    const wish = wanted(this.seen.get(station), sign, this.hasTeam && this.isForTeam);
    await this.#page.send({ do: 'mark', stations: [station], ...wish });
  }

  /** Take all of one's own away, or all of the side's. */
  async clear(team: boolean): Promise<void> {
    const stations = this.#page.marks
      .filter((mark) => mark.team === team)
      .map(({ station }) => station);
    if (stations.length) await this.#page.send({ do: 'mark', stations, sign: null, team });
  }
}
