/**
 * Lists in plain text: a line that begins with ☐ or ☑, or with `- [ ]` or `- [x]` as typed, is a box. The
 * text stays plain text: every action on a list is an edit of it, and keeps the user's form of boxes.
 */

/** A line that is a box. All places are offsets into the text. */
export interface Box {
  readonly start: number;
  /** Where the box begins, after the indentation. */
  readonly mark: number;
  /** The UTF-16 unit that differs between a ticked and an empty box. */
  readonly tick: number;
  /** Where the words begin, after the box and one white space. */
  readonly words: number;
  /** Where the line ends, before the newline. */
  readonly end: number;
  readonly isTicked: boolean;
}

export interface Line {
  readonly start: number;
  readonly text: string;
  /** Null if the line is not a box. */
  readonly box: Box | null;
}

/** A replacement of the part of a text from `start` to `end` by `insert`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

export function withEdit(text: string, { start, end, insert }: Edit): string {
  return text.slice(0, start) + insert + text.slice(end);
}

/** A box, which follows the indentation of a line. Emoji keyboards add a variation selector to the glyphs. */
const MARK = String.raw`(?:[☐☑]\uFE0F?|[-*+] {1,4}\[[ xX]\](?!\S))`;
const INDENT = String.raw`[^\S\n]*`;
const BOX_LINE = new RegExp(`(?<![^\\n])(${INDENT})(${MARK})[^\\S\\n]?`, 'gu');
const BULLET = /^([^\S\n]*)([-*+] )?/u;
const TAB = 4;

/**
 * Source of a regular expression for a box that begins a line, with the white space after it; used to split
 * texts into words.
 */
export const BOX_PIECE = `(?<=(?<![^\\n])${INDENT})${MARK}\\s*`;

export function hasBoxes(text: string): boolean {
  return text.search(BOX_LINE) !== -1;
}

export function boxesIn(text: string): Box[] {
  return Array.from(text.matchAll(BOX_LINE), (match) => {
    const [prefix, indent = '', mark = ''] = match;
    const start = match.index;
    const at = start + indent.length;
    const tick = mark.endsWith(']') ? at + mark.length - 2 : at;
    const newline = text.indexOf('\n', start);
    return {
      start,
      mark: at,
      tick,
      words: start + prefix.length,
      end: newline === -1 ? text.length : newline,
      isTicked: isTick(text[tick]),
    };
  });
}

/** The text without the boxes, and without the white space around them. */
export function withoutBoxes(text: string): string {
  return text.replaceAll(BOX_LINE, '');
}

/** @returns all lines, split at `\n`; an empty text has one */
export function linesIn(text: string): Line[] {
  const boxes = new Map(boxesIn(text).map((box) => [box.start, box]));
  let start = 0;
  return text.split('\n').map((line) => {
    const from = start;
    start += line.length + 1;
    return { start: from, text: line, box: boxes.get(from) ?? null };
  });
}

/** The box of the line at this place; null if the line is not a box. */
export function boxAt(text: string, place: number): Box | null {
  const start = lineStart(text, place);
  const [box] = boxesIn(text.slice(start, lineEnd(text, place)));
  if (box === undefined) return null;
  const { mark, tick, words, end, isTicked } = box;
  return { start, mark: start + mark, tick: start + tick, words: start + words, end: start + end, isTicked };
}

/**
 * Finds in the current text the box that an excerpt shows, even if boxes were ticked since.
 * @param excerpt of the text, or of an earlier state of it: its beginning, or a part of it after `…`
 * @returns null if the box cannot be distinguished from others
 */
export function findBox(text: string, excerpt: string, shown: Box): Box | null {
  const whole = untick(text);
  // After this line, the excerpt may end in the middle of another box.
  const before = excerpt.slice(0, shown.end);
  if (whole.startsWith(untick(before))) return boxAt(text, shown.start);
  if (excerpt.startsWith('…')) {
    const part = before.slice(1);
    // The text may contain the same list twice with different ticks.
    const place = onlyPlace(text, part) ?? onlyPlace(whole, untick(part));
    if (place !== null) return boxAt(text, place + shown.start - 1);
  }
  const words = excerpt.slice(shown.words, shown.end).trim();
  const [same, ...others] = boxesIn(text).filter((box) => text.slice(box.words, box.end).trim() === words);
  return others.length === 0 ? (same ?? null) : null;
}

/** The place of the part if the text has it exactly once; else null. */
function onlyPlace(text: string, part: string): number | null {
  const place = text.indexOf(part);
  return place === -1 || text.includes(part, place + 1) ? null : place;
}

/** The edit that ticks or unticks the box: it replaces one UTF-16 unit. */
export function tickEdit(text: string, { tick }: Pick<Box, 'tick'>, isTicked: boolean): Edit {
  const isGlyph = '☐☑'.includes(text.charAt(tick));
  return { start: tick, end: tick + 1, insert: isGlyph ? (isTicked ? '☑' : '☐') : isTicked ? 'x' : ' ' };
}

/**
 * Ticks the boxes of the lines that the selection touches, or unticks them if all are ticked; null if there
 * are none.
 */
export function toggleTicks(text: string, start: number, end: number): Edit | null {
  const { from, to } = touchedLines(text, start, end);
  const boxes = boxesIn(text.slice(from, to));
  if (boxes.length === 0) return null;
  const isTicked = !boxes.every((box) => box.isTicked);
  let insert = '';
  let copied = from;
  for (const box of boxes) {
    const { start: tick, insert: unit } = tickEdit(text, { tick: from + box.tick }, isTicked);
    insert += text.slice(copied, tick) + unit;
    copied = tick + 1;
  }
  return { start: from, end: to, insert: insert + text.slice(copied, to) };
}

/** The text with all boxes unticked. Its length is the same, so places in it stay valid. */
export function untick(text: string): string {
  return text.replaceAll(BOX_LINE, (line) =>
    line.replace('☑', '☐').replace(/^([^\S\n]*[-*+] {1,4})\[[xX]\]/u, '$1[ ]'),
  );
}

/**
 * The edit for Enter in the words of a box: the next line becomes a box, too, but an empty box becomes an
 * empty line.
 * @returns null if Enter has its normal effect
 */
export function continueList(text: string, start: number, end: number): Edit | null {
  const box = boxAt(text, start);
  if (box === null || start < box.words) return null;
  const isEmpty = text.slice(box.words, box.end).trim() === '';
  if (isEmpty && end <= box.end) return { start: box.start, end: box.end, insert: '' };
  const prefix = untick(text.slice(box.start, box.words));
  // Before all words of the line, its tick stays with them.
  if (start === box.words && end === start)
    return { start: box.start, end: box.start, insert: `${prefix}\n` };
  return { start, end, insert: `\n${prefix}` };
}

/**
 * The edit for Space after `[]` or `[ ]` at the beginning of a line, which makes the line a box; null
 * elsewhere.
 */
export function boxFromBrackets(text: string, caret: number): Edit | null {
  const start = lineStart(text, caret);
  const typed = /^([^\S\n]*)([-*+] )?\[ ?\]$/u.exec(text.slice(start, caret));
  if (typed === null) return null;
  const [, indent = '', bullet] = typed;
  const box = bullet === undefined ? '☐ ' : `${bullet}[ ] `;
  return { start: start + indent.length, end: caret, insert: box };
}

/** Makes a list of the lines that the selection touches, or lines without boxes if all of them are boxes. */
export function toggleList(text: string, start: number, end: number): Edit {
  const { from, to } = touchedLines(text, start, end);
  const lines = linesIn(text.slice(from, to));
  const isBlank = lines.every((line) => line.text.trim() === '');
  const isList = !isBlank && lines.every((line) => line.box !== null || line.text.trim() === '');
  const made = lines.map((line) => {
    if (isList) return withoutBox(line);
    return line.box === null && (isBlank || line.text.trim() !== '') ? withBox(line.text) : line.text;
  });
  return { start: from, end: to, insert: made.join('\n') };
}

/** A bullet stays, because this user writes lists with it. */
function withBox(line: string): string {
  return line.replace(BULLET, (_all, indent: string, bullet: string | undefined) =>
    bullet === undefined ? `${indent}☐ ` : `${indent}${bullet}[ ] `,
  );
}

function withoutBox({ start, text, box }: Line): string {
  if (box === null) return text;
  const [mark, words] = [box.mark - start, box.words - start];
  const bullet = /^[-*+] /u.exec(text.slice(mark, words))?.[0] ?? '';
  const plain = text.slice(0, mark) + bullet + text.slice(words);
  // A second box in a row would make the line a list again.
  return linesIn(plain).map(withoutBox).join('');
}

/** The smallest edit of whole lines that turns `text` into `made`. */
export function editBetween(text: string, made: string): Edit {
  const [from, to] = [text.split('\n'), made.split('\n')];
  let before = 0;
  while (before < Math.min(from.length, to.length) && from[before] === to[before]) before += 1;
  let after = 0;
  const most = Math.min(from.length, to.length) - before;
  while (after < most && from.at(-1 - after) === to.at(-1 - after)) after += 1;
  // If lines are only added or only removed, a neighbouring line is also replaced, to include a newline.
  if (from.length !== to.length && before + after === Math.min(from.length, to.length)) {
    if (before > 0) before -= 1;
    else after = Math.max(after - 1, 0);
  }
  const start = from.slice(0, before).reduce((length, line) => length + line.length + 1, 0);
  const changed = (lines: readonly string[]): string => lines.slice(before, lines.length - after).join('\n');
  return { start, end: start + changed(from).length, insert: changed(to) };
}

/**
 * Puts the ticked lines of each list after the others, each with the lines that are indented below it.
 * Nothing else moves, and ticked and unticked lines each keep their order.
 */
export function sortTickedLast(text: string): string {
  const moved: string[] = [];
  let list: Item[] = [];
  for (const { start, text: line, box } of linesIn(text)) {
    if (box !== null) {
      list.push({ line, depth: columnsOf(text.slice(start, box.mark)), isTicked: box.isTicked });
      continue;
    }
    moved.push(...withTickedLast(list), line);
    list = [];
  }
  return [...moved, ...withTickedLast(list)].join('\n');
}

interface Item {
  readonly line: string;
  /** In columns. */
  readonly depth: number;
  readonly isTicked: boolean;
}

function withTickedLast(items: readonly Item[]): string[] {
  const [first] = items;
  if (first === undefined) return [];
  // A line that is less indented than the first one is not its sibling.
  const beside = items.findIndex(({ depth }) => depth < first.depth);
  const blocks: Item[][] = [];
  for (const item of beside === -1 ? items : items.slice(0, beside)) {
    if (item.depth === first.depth) blocks.push([item]);
    else blocks.at(-1)?.push(item);
  }
  const linesOf = (wanted: boolean): string[] =>
    blocks
      .filter(([head]) => head?.isTicked === wanted)
      .flatMap(([head, ...below]) => [head?.line ?? ''].concat(withTickedLast(below)));
  return [...linesOf(false), ...linesOf(true), ...(beside === -1 ? [] : withTickedLast(items.slice(beside)))];
}

export function columnsOf(indent: string): number {
  return Array.from(indent).reduce((columns, space) => columns + (space === '\t' ? TAB : 1), 0);
}

export function touchedLines(text: string, start: number, end: number): { from: number; to: number } {
  // A selection that ends where a line begins does not touch that line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  return { from: lineStart(text, start), to: lineEnd(text, last) };
}

export function lineStart(text: string, place: number): number {
  return place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
}

export function lineEnd(text: string, place: number): number {
  const newline = text.indexOf('\n', place);
  return newline === -1 ? text.length : newline;
}

function isTick(unit: string | undefined): boolean {
  return unit === '☑' || unit === 'x' || unit === 'X';
}
