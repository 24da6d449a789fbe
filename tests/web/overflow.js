/**
 * What does not fit on the page at this moment: a list of sentences, empty if all is well.
 *
 * `strips` are selectors of what may be scrolled sideways, `own` of what holds people's own words,
 * which may be cut short.
 */
({ strips, own }) => {
  const SLACK = 1.5;
  const faults = new Set();
  // What lies over the page is looked at instead of it.
  const layer = [...document.querySelectorAll('dialog[open], [data-end]')].at(-1) ?? document.body;

  const matches = (element, selectors) => selectors.some((selector) => element.matches(selector));
  /** Not so what is said to screen readers only, and the drawings. */
  function isSeen(element) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    if (element.closest('.skip, svg, option, script, style')) return false;
    for (let box = element; box !== null; box = box.parentElement)
      if (getComputedStyle(box).clipPath === 'inset(50%)') return false;
    return true;
  }
  const call = (element) => {
    const words = element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60);
    const kind = [...element.classList].filter((one) => !one.startsWith('svelte-'));
    return `${[element.localName, ...kind].join('.')} “${words}”`;
  };

  /** Whether something is the box that others are laid out in. */
  const isBox = (style) => !['inline', 'contents', 'none'].includes(style.display);
  const scrolls = (how) => how === 'auto' || how === 'scroll';
  const cuts = (how) => how === 'hidden' || how === 'clip';

  /** Every box around a text must have room for it, up to one that is scrolled on purpose. */
  function checkText(words, element) {
    const range = document.createRange();
    range.selectNodeContents(words);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (rects.length === 0) return;
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    const top = Math.min(...rects.map((rect) => rect.top));
    const bottom = Math.max(...rects.map((rect) => rect.bottom));
    // The box of a letter is higher than the letter.
    const air = (rects[0].height / 3) | 0;
    let floats = false;
    let isScrolledDown = false;
    for (let box = element; box !== null; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (!isBox(style)) continue;
      const edge = box.getBoundingClientRect();
      if (scrolls(style.overflowX) && box.scrollWidth > box.clientWidth + SLACK) {
        if (!matches(box, strips)) faults.add(`${call(box)} scrolls sideways`);
        return;
      }
      const isWide = left < edge.left - SLACK || right > edge.right + SLACK;
      if (isWide && (!floats || cuts(style.overflowX))) {
        if (!matches(box, own)) faults.add(`${call(element)} sticks out of ${call(box)}`);
        return;
      }
      if (scrolls(style.overflowY)) isScrolledDown = true;
      const isHigh = top < edge.top - air || bottom > edge.bottom + air;
      const holds = cuts(style.overflowY) || box.matches('button, a, label');
      if (isHigh && holds && !isScrolledDown && !floats) {
        faults.add(`${call(element)} is higher than ${call(box)}`);
        return;
      }
      if (['absolute', 'fixed'].includes(style.position)) floats = true;
    }
    if (left < -SLACK || right > innerWidth + SLACK) faults.add(`${call(element)} is off the screen`);
  }

  /** What the system writes into a field or a list has room too. */
  const pen = document.createElement('canvas').getContext('2d');
  function checkField(field) {
    const words =
      field.localName === 'select' ? (field.selectedOptions[0]?.label ?? '') : field.placeholder;
    if (!words || matches(field, own)) return;
    const style = getComputedStyle(field);
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (pen.measureText(words).width > room + SLACK) faults.add(`“${words}” is wider than its field`);
  }

  /** The part of something that can be seen, where boxes around it are scrolled. */
  function visible(element) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const part = {
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(innerWidth, right),
      bottom: Math.min(innerHeight, bottom),
    };
    for (let box = element.parentElement; box !== null; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (!isBox(style) || (style.overflowX === 'visible' && style.overflowY === 'visible')) continue;
      const edge = box.getBoundingClientRect();
      part.left = Math.max(part.left, edge.left);
      part.top = Math.max(part.top, edge.top);
      part.right = Math.min(part.right, edge.right);
      part.bottom = Math.min(part.bottom, edge.bottom);
    }
    return part;
  }

  /** Whether what lies over something stays in place while that is scrolled away under it. */
  function staysInPlace(over, under) {
    for (let box = over; box !== null && !box.contains(under); box = box.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(box).position)) return true;
    return false;
  }

  /** What can be pressed lies free. */
  function checkControl(control) {
    const part = visible(control);
    const { width, height } = control.getBoundingClientRect();
    if (part.right - part.left < width / 2 || part.bottom - part.top < height / 2) return;
    const hit = document.elementFromPoint(
      (part.left + part.right) / 2,
      (part.top + part.bottom) / 2,
    );
    if (hit === null || control.contains(hit) || hit.contains(control)) return;
    if (hit.closest('label')?.contains(control) || staysInPlace(hit, control)) return;
    if (!layer.contains(hit)) return;
    faults.add(`${call(control)} lies under ${call(hit)}`);
  }

  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth + SLACK)
    faults.add(`the page scrolls sideways: ${page.scrollWidth} of ${page.clientWidth}`);
  // What is placed outside of the box that scrolls it lengthens the page, even if it is not seen.
  const end = Math.max(document.body.getBoundingClientRect().bottom + scrollY, page.clientHeight);
  if (page.scrollHeight > end + SLACK)
    faults.add(`the page scrolls into emptiness: ${page.scrollHeight} of ${end}`);
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() && isSeen(element)) checkText(walker.currentNode, element);
  }
  for (const element of layer.querySelectorAll('*')) {
    if (!isSeen(element)) continue;
    const style = getComputedStyle(element);
    const isShort = style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    if (isShort && element.localName !== 'select' && !matches(element, own))
      faults.add(`${call(element)} is cut short`);
    if (element.matches('select, input[placeholder]')) checkField(element);
    if (element.matches('button, a[href], input, select, summary')) checkControl(element);
  }
  return [...faults];
}
