/** What is laid over the map, as somebody likes to see it. */

export class Layers {
  /** The stations where Mister X can be. */
  possible = $state(true);
  /** How likely each of them is, asked of the server move by move. */
  likely = $state(false);
  /** For Mister X: where hunters can get next. */
  danger = $state(false);
  /** The rings around the stations in reach. */
  moves = $state(true);
  /** The names of parks, bridges and other places. */
  names = $state(true);
  /** The small map in the corner. */
  overview = $state(true);
  /** The travel log; null: where there is room for it. */
  log = $state<boolean | null>(null);

  constructor(possible: boolean) {
    this.possible = possible;
  }

  /** Lay one of the two over the map, or none; both at once would be too much. */
  turn(overlay: 'possible' | 'danger'): void {
    const isOn = !this[overlay];
    this.possible = isOn && overlay === 'possible';
    this.danger = isOn && overlay === 'danger';
  }
}
