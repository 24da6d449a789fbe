/** Short words at the lower edge that come and go; refusals stay until they are dismissed. */

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'note' | 'ok' | 'refusal';
  /** Something that can be done about it. */
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

const STAYS_MS = 5_000;
/** So long it stays if there is something to be done about it. */
const OFFER_MS = 15_000;
let last = 0;
const shown = $state<{ toasts: Toast[] }>({ toasts: [] });

export const toasts = {
  get all(): readonly Toast[] {
    return shown.toasts;
  },
};

/** Say something; the answer takes it away. */
export function toast(
  text: string,
  kind: Toast['kind'] = 'note',
  action: Toast['action'] = null,
): () => void {
  last += 1;
  const id = last;
  shown.toasts = [
    ...shown.toasts.filter((other) => other.text !== text),
    { id, text, kind, action },
  ];
  const dismiss = (): void => dismissToast(id);
  if (kind !== 'refusal') setTimeout(dismiss, action === null ? STAYS_MS : OFFER_MS);
  return dismiss;
}

export function dismissToast(id: number): void {
  shown.toasts = shown.toasts.filter((other) => other.id !== id);
}

/** Take the refusals away, because something else is being done now. */
export function dismissRefusals(): void {
  shown.toasts = shown.toasts.filter((other) => other.kind !== 'refusal');
}
