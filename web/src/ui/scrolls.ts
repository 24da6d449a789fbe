/** For a row that scrolls sideways: marks the sides on which there is more, so that they fade. */
export function scrolls(row: HTMLElement): () => void {
  const mark = (): void => {
    const left = Math.abs(row.scrollLeft);
    const rest = row.scrollWidth - row.clientWidth - left;
    const sides = [...(left > 1 ? ['start'] : []), ...(rest > 1 ? ['end'] : [])];
    row.dataset['more'] = sides.join(' ');
  };
  const sized = new ResizeObserver(mark);
  const changed = new MutationObserver(mark);
  sized.observe(row);
  changed.observe(row, { childList: true });
  row.addEventListener('scroll', mark, { passive: true });
  return () => {
    sized.disconnect();
    changed.disconnect();
    row.removeEventListener('scroll', mark);
  };
}
