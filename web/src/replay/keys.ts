/** The keys of a replay, wherever the focus is, but for what has keys of its own. */
import type { Player } from './player.svelte';

/** What has the focus: a slider has arrows, choices too, a button has the space bar. */
export type Focus = 'slider' | 'field' | 'button' | 'other';

export function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof HTMLElement)) return 'other';
  if (target.closest('dialog, textarea, select')) return 'field';
  if (target instanceof HTMLInputElement) return target.type === 'range' ? 'slider' : 'field';
  return target.closest('button, summary') ? 'button' : 'other';
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Do what a key says; true if it says anything. */
export function pressed(event: Pressed, focus: Focus, player: Player): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  if (focus === 'field' || (focus === 'button' && event.key === ' ')) return false;
  if (focus === 'slider' && event.key !== ' ') return false;
  switch (event.key) {
    case 'ArrowLeft':
      player.step(-1);
      return true;
    case 'ArrowRight':
      player.step(1);
      return true;
    case 'Home':
      player.seek(0);
      return true;
    case 'End':
      player.seek(player.last);
      return true;
    case ' ':
      player.toggle();
      return true;
    default:
      return false;
  }
}
