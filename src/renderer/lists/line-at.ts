/**
 * Index of the line at this height of the window, or of the nearest one. @param lines has one child per line
 */
export function lineAt(lines: Element, clientY: number): number {
  let [first, last] = [0, Math.max(lines.children.length - 1, 0)];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if ((lines.children[middle]?.getBoundingClientRect().bottom ?? 0) > clientY) last = middle;
    else first = middle + 1;
  }
  return first;
}
