/** Keys that act on the whole page. */

/** True if a key belongs to what has the focus: a field, or a shortcut of the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog') !== null) return true;
  if (target instanceof HTMLInputElement)
    return target.type !== 'radio' && target.type !== 'checkbox';
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

/** Whether somebody is writing something at this moment. */
export function isFieldInUse(): boolean {
  return document.activeElement?.matches('textarea, input.field') === true;
}

/** Whether the focus waits at the page's content, where an opened guard has left it. */
export function isFocusWaiting(): boolean {
  return document.activeElement?.id === 'content';
}
