/** Short words at the lower edge that come and go; refusals stay until they are dismissed. */

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'note' | 'ok' | 'refusal';
}

const STAYS_MS = 5_000;
let last = 0;
const shown = $state<{ toasts: Toast[] }>({ toasts: [] });

export const toasts = {
  get all(): readonly Toast[] {
    return shown.toasts;
  },
};

/** Say something; the answer takes it away. */
export function toast(text: string, kind: Toast['kind'] = 'note'): () => void {
  last += 1;
  const id = last;
  shown.toasts = [...shown.toasts.filter((other) => other.text !== text), { id, text, kind }];
  const dismiss = (): void => dismissToast(id);
  if (kind !== 'refusal') setTimeout(dismiss, STAYS_MS);
  return dismiss;
}

export function dismissToast(id: number): void {
  shown.toasts = shown.toasts.filter((other) => other.id !== id);
}

/** Take the refusals away, because something else is being done now. */
export function dismissRefusals(): void {
  shown.toasts = shown.toasts.filter((other) => other.kind !== 'refusal');
}
