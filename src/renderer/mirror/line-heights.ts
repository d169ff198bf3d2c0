/**
 * The heights of a text's lines in the mirror. A line is measured when it comes near the screen, from the end of
 * the text that is nearer, and remembered by its words. So opening a note measures no more lines than the screen
 * has, and a key only the line that it changes.
 */

export interface MirroredText {
  readonly lines: readonly string[];
  /** Has the width of the lines. Lines that are not drawn are measured in it. */
  readonly room: HTMLElement;
  /** The element of a line, if the mirror draws the line. */
  readonly drawnLine: (index: number) => HTMLElement | null;
  /** The height of all lines in the field, in CSS pixels; null if the field is as high as them, or higher. */
  readonly height: () => number | null;
}

export interface DrawnLines {
  /** Index of the first drawn line, and of the line after the last one. */
  readonly first: number;
  readonly end: number;
  /** Where the first drawn line begins; CSS pixels from the text's beginning. */
  readonly top: number;
  /** Of the whole text, rounded up to CSS pixels so that the field needs no scroll bar for a fraction. */
  readonly height: number;
}

export interface LineHeights {
  /** Forgets all heights, because another font breaks lines in other places. */
  forget(): void;
  /**
   * @param text with the same array of lines as long as they are the same
   * @returns the lines to draw so that there is one everywhere from `top` to `bottom`, which are CSS pixels from
   *   the text's beginning
   */
  linesAt(text: MirroredText, top: number, bottom: number): DrawnLines;
}

/** The drawn range moves in steps of this many lines. */
const STEP = 16;

/** @param lineClass the class of a line in the mirror */
export function createLineHeights(lineClass: string): LineHeights {
  /** The width and zoom with which all of this was measured. */
  let measuredAt = '';
  let rowHeight = 0;
  /** How many rows each line takes, by its words. */
  let rows = new Map<string, number>();
  let lines: readonly string[] = [];
  let height: number | null = null;
  let edges: readonly number[] = [];
  /** From the first line that was not measured to after the last one; null if all were. */
  let gap: { readonly first: number; readonly end: number } | null = null;

  /** Lays lines out unseen. */
  function layOut<Result>(
    some: Iterable<string>,
    room: HTMLElement,
    read: (line: string, element: HTMLElement) => Result,
  ): Result[] {
    const copy = document.createElement('div');
    Object.assign(copy.style, { position: 'absolute', insetInline: '0', visibility: 'hidden' });
    const laidOut = Array.from(some, (line) => {
      const element = document.createElement('div');
      element.className = lineClass;
      element.textContent = `${line}\n`;
      copy.append(element);
      return [line, element] as const;
    });
    room.append(copy);
    const results = laidOut.map(([line, element]) => read(line, element));
    copy.remove();
    return results;
  }

  /** `offsetHeight` is rounded to whole pixels. */
  function rowsOf({ offsetHeight }: HTMLElement): number {
    return Math.max(Math.round(offsetHeight / rowHeight), 1);
  }

  function measure(some: readonly string[], room: HTMLElement): void {
    const unknown = new Set(some.filter(isUnknown));
    if (unknown.size > 0) layOut(unknown, room, (line, element) => rows.set(line, rowsOf(element)));
  }

  /** Takes over what is known of these lines. */
  function begin({ lines: next, room, drawnLine }: MirroredText): void {
    const known = new Map<string, number>();
    for (const [index, line] of next.entries()) {
      const element = rows.has(line) ? null : drawnLine(index);
      const count = rows.get(line) ?? (element === null ? undefined : rowsOf(element));
      if (count !== undefined) known.set(line, count);
    }
    [lines, rows] = [next, known];
    if (height === null) measure(lines, room);
    addUp();
  }

  function isUnknown(line: string): boolean {
    return !rows.has(line);
  }

  /** Adds the rows up from both ends. A line that was not measured counts as one row. */
  function addUp(): void {
    const first = lines.findIndex(isUnknown);
    gap = first === -1 ? null : { first, end: lines.findLastIndex(isUnknown) + 1 };
    let above = 0;
    const fromTop = [0, ...lines.map((line) => (above += rows.get(line) ?? 1))];
    const missing = gap === null || height === null ? 0 : Math.round(height / rowHeight) - above;
    edges = fromTop.map(
      (count, index) => (count + (gap === null || index < gap.end ? 0 : missing)) * rowHeight,
    );
  }

  return {
    forget() {
      measuredAt = '';
    },
    linesAt(text, top, bottom) {
      const { room } = text;
      const at = `${getComputedStyle(room).width} ${devicePixelRatio}`;
      const isOther = at !== measuredAt;
      // Before anything is added that would have to be laid out first.
      if (isOther || text.lines !== lines) height = text.height();
      if (isOther) {
        rows = new Map();
        // The height that the layout rounds a row to, which is not always that of the style.
        [rowHeight = 0] = layOut([''], room, (_line, element) =>
          parseFloat(getComputedStyle(element).height),
        );
      }
      if (isOther || text.lines !== lines) begin(text);
      measuredAt = at;
      for (;;) {
        const first = Math.floor(lineBelow(edges, top) / STEP) * STEP;
        const last = lineBelow(edges, bottom);
        const end = Math.min(Math.ceil((last + 1) / STEP) * STEP, lines.length);
        if (gap === null || end <= gap.first || first >= gap.end)
          return { first, end, top: edges[first] ?? 0, height: Math.ceil(edges.at(-1) ?? 0) };
        const fromAbove = bottom - (edges[gap.first] ?? 0);
        const fromBelow = (edges[gap.end] ?? 0) - top;
        const count = Math.max(Math.ceil(Math.min(fromAbove, fromBelow) / rowHeight), 0) + STEP;
        if (fromAbove <= fromBelow) measure(lines.slice(gap.first, gap.first + count), room);
        else measure(lines.slice(Math.max(gap.end - count, 0), gap.end), room);
        addUp();
      }
    },
  };
}

/** Index of the line at this height of the text, or of the nearest one. */
function lineBelow(edges: readonly number[], height: number): number {
  let [first, last] = [0, Math.max(edges.length - 2, 0)];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if ((edges[middle + 1] ?? 0) > height) last = middle;
    else first = middle + 1;
  }
  return first;
}
