/** Moves an element by a transform that changes with every frame. */
import type { Attachment } from 'svelte/attachments';

/**
 * The transform is that of an animation which stands still. Chromium then hands a new one straight on
 * to its compositor; one of the element's style makes it go through the layers of the whole page, for
 * every frame, which costs more than everything else that a frame needs.
 */
export function moved(transform: () => string): Attachment<HTMLElement> {
  return (element) => {
    const effect = new KeyframeEffect(element, null, { fill: 'both' });
    const animation = new Animation(effect);
    animation.pause();
    $effect(() => effect.setKeyframes({ transform: [transform(), transform()] }));
    return () => animation.cancel();
  };
}
