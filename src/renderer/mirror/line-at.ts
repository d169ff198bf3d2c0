/**
 * Finds lines among those that a mirror draws. Its element has one child per line, and the index of the first
 * one as `data-first`.
 */

/** Index in the text of the drawn line at this height of the window, or of the nearest one. */
export function lineAt(drawn: HTMLElement, clientY: number): number {
  let [first, last] = [0, Math.max(drawn.children.length - 1, 0)];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if ((drawn.children[middle]?.getBoundingClientRect().bottom ?? 0) > clientY) last = middle;
    else first = middle + 1;
  }
  return firstIndex(drawn) + first;
}

/** @returns null if the line is not drawn */
export function drawnLine(drawn: HTMLElement, index: number): HTMLElement | null {
  const line = drawn.children[index - firstIndex(drawn)];
  return line instanceof HTMLElement ? line : null;
}

/** Index in the text of a drawn line. */
export function indexOfLine(drawn: HTMLElement, line: Element): number {
  return firstIndex(drawn) + [...drawn.children].indexOf(line);
}

function firstIndex(drawn: HTMLElement): number {
  return Number(drawn.dataset['first']);
}
