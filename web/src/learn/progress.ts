/** How far one is in each lesson; kept on this device, so that one can come back. */

export interface Progress {
  /** The moves that were made. */
  readonly moves: readonly string[];
  readonly isDone: boolean;
}

export const NEW: Progress = { moves: [], isDone: false };

const key = (lesson: string): string => `misterx.lesson.${lesson}`;

/** What is kept of a lesson; whatever else stands there counts as nothing. */
export function readProgress(lesson: string, storage: Storage = localStorage): Progress {
  try {
    const kept = JSON.parse(storage.getItem(key(lesson)) ?? '') as Partial<Progress>;
    const moves = Array.isArray(kept.moves)
      ? kept.moves.filter((one) => typeof one === 'string')
      : [];
    return { moves, isDone: kept.isDone === true };
  } catch {
    return NEW;
  }
}

export function keepProgress(
  lesson: string,
  progress: Progress,
  storage: Storage = localStorage,
): void {
  try {
    storage.setItem(key(lesson), JSON.stringify(progress));
  } catch {
    // Where nothing may be kept, the lesson begins anew next time.
  }
}
