/** Fingers, mouse and wheel on the map, for a camera. */
import type { Attachment } from 'svelte/attachments';
import type { Camera } from './camera.svelte';
import { distance, pinch, type Point } from './viewport';

/** A finger that went less far has not moved. */
const SLACK = 8;
const LONG_MS = 700;
const DOUBLE_MS = 320;

export interface Touched {
  /** A tap or click; true if it meant something there. */
  tap(at: Point): boolean;
}

/** Let the element's gestures move the camera. */
export function gestures(camera: Camera, touched: Touched): Attachment<HTMLElement> {
  return (element) => {
    const fingers = new Map<number, Point>();
    let start: Point = { x: 0, y: 0 };
    let startedAt = 0;
    let hasMoved = false;
    let emptyTapAt = -DOUBLE_MS;
    // Measured when a gesture begins: earlier or within it that would cost a layout.
    let edge = new DOMRect();

    const at = (event: MouseEvent): Point => ({
      x: event.clientX - edge.left,
      y: event.clientY - edge.top,
    });

    const down = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      if (fingers.size === 0) edge = element.getBoundingClientRect();
      fingers.set(event.pointerId, at(event));
      if (fingers.size === 1) {
        start = at(event);
        startedAt = event.timeStamp;
        hasMoved = false;
      } else {
        hasMoved = true;
      }
    };

    const move = (event: PointerEvent): void => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      if (fingers.size === 1) {
        if (!hasMoved && distance(start, now) < SLACK) return;
        if (!hasMoved) element.setPointerCapture(event.pointerId);
        hasMoved = true;
        camera.gesture(camera.panned(now.x - before.x, now.y - before.y));
      } else {
        const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
        if (other) {
          camera.gesture(pinch(camera.view, camera.size, [before, other], [now, other]));
        }
      }
      fingers.set(event.pointerId, now);
    };

    const up = (event: PointerEvent): void => {
      if (!fingers.delete(event.pointerId) || fingers.size) return;
      if (hasMoved) {
        camera.settle();
        return;
      }
      if (event.type === 'pointercancel' || event.timeStamp - startedAt > LONG_MS) return;
      const isDouble = event.timeStamp - emptyTapAt < DOUBLE_MS;
      if (touched.tap(at(event))) return;
      if (isDouble) camera.steer(camera.zoomed(at(event), 1.6), 200);
      emptyTapAt = isDouble ? -DOUBLE_MS : event.timeStamp;
    };

    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      if (!camera.isMoving) edge = element.getBoundingClientRect();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const dx = event.deltaX * lines;
      const dy = event.deltaY * lines;
      if (event.shiftKey) camera.nudge(camera.panned(-(dx || dy), 0));
      else camera.nudge(camera.zoomed(at(event), Math.exp(-dy * (event.ctrlKey ? 0.01 : 0.0016))));
    };

    const listeners = {
      pointerdown: down,
      pointermove: move,
      pointerup: up,
      pointercancel: up,
      wheel,
    } as const;
    for (const [name, listener] of Object.entries(listeners)) {
      element.addEventListener(name, listener as EventListener, { passive: false });
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        element.removeEventListener(name, listener as EventListener);
      }
    };
  };
}
