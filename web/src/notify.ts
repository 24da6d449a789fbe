/** How somebody notices that it is his turn. Nothing here ever holds a secret. */

import plainIcon from './icon.svg?url';
import turnIcon from './icon-turn.svg?url';
import type { GameShown, TableShown } from './generated/wire';
import { t } from './i18n/index.svelte';
import { nameOf } from './table/names';

/** What the page may tell of the game to whoever sees its tab. */
export type Standing =
  | { kind: 'quiet' }
  | { kind: 'mine'; round: number }
  | { kind: 'theirs'; seat: string }
  | { kind: 'over' };

/** How the game stands for those at this device; behind the guard nothing is told. */
export function standingOf(
  table: TableShown | null,
  game: GameShown | null,
  mine: readonly string[],
  isGuarded: boolean,
): Standing {
  if (isGuarded || table === null || game === null) return { kind: 'quiet' };
  if (table.phase === 'over') return { kind: 'over' };
  const [first] = game.to_act;
  if (first === undefined || table.paused) return { kind: 'quiet' };
  const plays = (seat: string): boolean =>
    mine.includes(seat) && table.seats.some((one) => one.seat === seat && one.player === null);
  if (game.to_act.some(plays)) return { kind: 'mine', round: roundOf(game) };
  return { kind: 'theirs', seat: first };
}

/** The round of a chase, the turn of a card game. */
export function roundOf(game: GameShown): number {
  return 'round' in game.view ? game.view.round : game.view.turn;
}

/** The page's title. */
export function titleOf(standing: Standing, table: TableShown | null): string {
  const app = t('app.name');
  switch (standing.kind) {
    case 'mine':
      return t('table.title_your_move', { n: standing.round, app });
    case 'theirs':
      return t('table.title_moves', { name: table ? nameOf(table, standing.seat) : '', app });
    case 'over':
      return t('table.title_over', { app });
    case 'quiet':
      return app;
  }
}

/** Show title and icon; a lamp burns on the icon when it is one's turn. */
export function showStanding(standing: Standing, table: TableShown | null): void {
  document.title = titleOf(standing, table);
  const href = standing.kind === 'mine' ? turnIcon : plainIcon;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link !== null && link.getAttribute('href') !== href) link.href = href;
}

/** Call somebody to his turn: a sound if he likes it, a short shake, a note if the page is hidden. */
export function callToTurn(round: number, game: TableShown['game'], withSound: boolean): void {
  if (withSound) chime();
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  if (document.hidden && canNotify()) {
    try {
      const note = new Notification(t('table.your_move'), {
        body: t(game === 'cards' ? 'table.notice_turn' : 'table.notice', { n: round }),
        tag: 'misterx-turn',
      });
      note.onclick = () => {
        window.focus();
        note.close();
      };
    } catch {
      // Some phones only let service workers notify: then the title and the sound have to do.
    }
  }
}

// --- notifications -----------------------------------------------------------------------------

export type Notifying = 'on' | 'ask' | 'denied';

export function notifying(): Notifying {
  if (typeof Notification === 'undefined' || Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' ? 'on' : 'ask';
}

function canNotify(): boolean {
  return notifying() === 'on';
}

/** Ask whether notifications are wanted; only ever from a button. */
export async function askToNotify(): Promise<Notifying> {
  if (typeof Notification !== 'undefined') await Notification.requestPermission();
  return notifying();
}

// --- sound -------------------------------------------------------------------------------------

let audio: AudioContext | null = null;

/** Browsers make no sound before the page was touched; from then on it can. */
export function readySound(): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
}

const NOTES = [
  { hertz: 587.33, at: 0 },
  { hertz: 880, at: 0.16 },
] as const;

/** Two soft notes. */
export function chime(): void {
  if (audio === null || audio.state !== 'running') return;
  const start = audio.currentTime + 0.02;
  for (const { hertz, at } of NOTES) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = 'sine';
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(0, start + at);
    loudness.gain.linearRampToValueAtTime(0.12, start + at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + at + 0.5);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start + at);
    tone.stop(start + at + 0.55);
  }
}
