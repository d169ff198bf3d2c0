/** How far the lines of a list are indented, on cards and in fields alike. */

/** From a box to its words, and from one level of nesting, which is two spaces or a tab, to the next; CSS pixels. */
export const LEVEL = 24;

/** @returns CSS pixels */
export function indentWidth(indent: string): number {
  return Array.from(indent).reduce(
    (width, space) => (space === '\t' ? (Math.floor(width / LEVEL) + 1) * LEVEL : width + LEVEL / 2),
    0,
  );
}
