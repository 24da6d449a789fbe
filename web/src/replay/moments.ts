/** A replay as moments on a line: which round each belongs to, and at which Mister X is seen. */
import type { CardsView, ChaseView, EventShown, ReplayStep } from '../generated/wire';

export interface Moment {
  readonly at: number;
  /** The round or turn that its move belongs to; 0: before the first. */
  readonly round: number;
  /** Everybody learns where Mister X is, or who. */
  readonly isSeen: boolean;
}

export interface Label {
  readonly round: number;
  /** The first moment of the round. */
  readonly at: number;
  readonly isSeen: boolean;
}

/** `marksSightings`: not where Mister X is seen nearly always, so that it is nothing special. */
export function momentsOf(steps: readonly ReplayStep[], marksSightings = true): Moment[] {
  return steps.map((step, at) => ({
    at,
    round: roundOf(steps[at - 1], step.events),
    isSeen: marksSightings && isSighting(step, steps[at - 1]),
  }));
}

function isSighting({ events, view }: ReplayStep, before: ReplayStep | undefined): boolean {
  if (!('log' in view)) return events.some(({ kind }) => kind === 'mister_x');
  return before !== undefined && 'log' in before.view && seenIn(view) > seenIn(before.view);
}

function seenIn({ log }: ChaseView): number {
  return log.filter(({ seen }) => seen).length;
}

/** A move belongs to the round in which it was made: that of the moment before it. */
function roundOf(before: ReplayStep | undefined, events: readonly EventShown[]): number {
  if (!before || events.some(({ kind }) => kind === 'placed')) return 0;
  return countOf(before.view);
}

function countOf(view: ChaseView | CardsView): number {
  return 'round' in view ? view.round : view.turn;
}

/** The beginning of every round. */
export function roundsOf(moments: readonly Moment[]): Label[] {
  const rounds = new Map<number, Label>();
  for (const { round, at, isSeen } of moments) {
    if (round === 0) continue;
    const known = rounds.get(round);
    if (!known) rounds.set(round, { round, at, isSeen });
    else if (isSeen) rounds.set(round, { ...known, isSeen });
  }
  return [...rounds.values()];
}

/** The rounds whose numbers have room on a line of so many pixels; sightings come first. */
export function labelled(
  rounds: readonly Label[],
  last: number,
  width: number,
  apart: number,
): Label[] {
  const chosen: Label[] = [];
  const fits = ({ at }: Label): boolean =>
    chosen.every((other) => (Math.abs(at - other.at) / Math.max(last, 1)) * width >= apart);
  for (const round of [
    ...rounds.filter((one) => one.isSeen),
    ...rounds.filter((one) => !one.isSeen),
  ]) {
    if (fits(round)) chosen.push(round);
  }
  return chosen.sort((one, other) => one.at - other.at);
}
