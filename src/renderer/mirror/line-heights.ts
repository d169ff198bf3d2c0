/**
 * The heights of a text's lines in the mirror. Each line is measured once and remembered by its words, so
 * that a key measures only the line that it changes.
 */

export interface LineHeights {
  /** Forgets all heights, because another font breaks lines in other places. */
  forget(): void;
  /**
   * @param room element with the width of the lines; lines that it does not contain are measured in it
   * @param drawnLine the element of a line, if the mirror draws the line
   * @returns the upper edge of each line, and last the lower edge of the text; CSS pixels from its beginning
   */
  edgesOf(
    lines: readonly string[],
    room: HTMLElement,
    drawnLine: (index: number) => HTMLElement | null,
  ): readonly number[];
}

/** @param lineClass the class of a line in the mirror */
export function createLineHeights(lineClass: string): LineHeights {
  /** The width and zoom with which all of this was measured. */
  let measuredAt = '';
  let rowHeight = 0;
  /** How many rows each line takes, by its words. */
  let rows = new Map<string, number>();
  let measuredLines: readonly string[] = [];
  let edges: readonly number[] = [];

  /** Lays lines out unseen. */
  function layOut<Result>(
    lines: Iterable<string>,
    room: HTMLElement,
    read: (line: string, element: HTMLElement) => Result,
  ): Result[] {
    const copy = document.createElement('div');
    Object.assign(copy.style, { position: 'absolute', insetInline: '0', visibility: 'hidden' });
    const laidOut = Array.from(lines, (line) => {
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

  return {
    forget() {
      measuredAt = '';
    },
    edgesOf(lines, room, drawnLine) {
      const at = `${getComputedStyle(room).width} ${devicePixelRatio}`;
      if (at === measuredAt && lines === measuredLines) return edges;
      if (at !== measuredAt) {
        rows = new Map();
        // The height that the layout rounds a row to, which is not always that of the style.
        [rowHeight = 0] = layOut([''], room, (_line, element) =>
          parseFloat(getComputedStyle(element).height),
        );
      }
      const found = new Map<string, number>();
      const others = new Set<string>();
      for (const [index, line] of lines.entries()) {
        const known = rows.get(line);
        const element = known === undefined ? drawnLine(index) : null;
        if (known !== undefined) found.set(line, known);
        else if (element === null) others.add(line);
        else found.set(line, rowsOf(element));
      }
      if (others.size > 0) layOut(others, room, (line, element) => found.set(line, rowsOf(element)));
      let rowsAbove = 0;
      edges = [
        0,
        ...lines.map((line) => {
          rowsAbove += found.get(line) ?? 1;
          return rowsAbove * rowHeight;
        }),
      ];
      [measuredAt, rows, measuredLines] = [at, found, lines];
      return edges;
    },
  };
}
