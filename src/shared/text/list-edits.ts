/**
 * Edits of the lines of a list by keys, drags and pastes. They change the plain text and lose none of its
 * words. A line is moved and nested together with the lines that are indented below it.
 */
import {
  boxAt,
  boxesIn,
  columnsOf,
  type Edit,
  type Line,
  linesIn,
  touchedLines,
  untick,
} from './list-lines.ts';

/** A selection: offsets into the text. Start and end are the same for a caret. */
export interface Selection {
  readonly start: number;
  readonly end: number;
}

export interface SelectingEdit extends Edit {
  readonly selection: Selection;
}

/** One level of nesting stands between the indentation so far and the box. */
const NESTING = '  ';
const LEVEL = /(?:\t|[^\S\t]{1,2})$/u;
const BULLET = /^[-*+•–◦▪] /u;
/** Boxes as other programs write them; the second group has the ticked ones. */
const FOREIGN_BOX =
  /^\s*(?:[-*+•–◦▪] +)?(?:\d{1,9}[.)] +)?(?:(\[ ?\]|[☐⬜□])|(\[[xX]\]|[☑☒✓✔✅■]))\uFE0F?(?!\S)\s?/u;

/** Indices of lines; `last` is included. */
interface Block {
  readonly first: number;
  readonly last: number;
}

/**
 * Moves the selected lines past the line above or below, and past the lines that are indented below that one.
 * @returns null if no box is selected; `stays` if there is nothing to move past
 */
export function moveLines(
  text: string,
  selection: Selection,
  by: 'up' | 'down',
): SelectingEdit | 'stays' | null {
  const lines = linesIn(text);
  const block = selectedBlock(text, lines, selection);
  if (block === null) return null;
  const { first, last } = block;
  const before = by === 'up' ? headAbove(lines, first) : blockAt(lines, last + 1).last + 1;
  return moveBlock(lines, block, before, selection) ?? 'stays';
}

/**
 * Moves a line to another place.
 * @param from index of the line
 * @param before index of the line before which it is put; the number of lines for the end
 * @returns null if that moves nothing; otherwise the caret is at the end of the line
 */
export function moveLineTo(text: string, from: number, before: number): SelectingEdit | null {
  const lines = linesIn(text);
  const line = lines[from];
  if (line === undefined || before < 0 || before > lines.length) return null;
  const place = line.start + line.text.length;
  return moveBlock(lines, blockAt(lines, from), before, { start: place, end: place });
}

function moveBlock(
  lines: readonly Line[],
  { first, last }: Block,
  before: number,
  selection: Selection,
): SelectingEdit | null {
  if (before < 0 || before > lines.length || (before >= first && before <= last + 1)) return null;
  const isUp = before < first;
  const others = isUp ? { first: before, last: first - 1 } : { first: last + 1, last: before - 1 };
  const [block, passed] = [textOf(lines, { first, last }), textOf(lines, others)];
  const { start } = rangeOf(lines, isUp ? others : { first, last });
  const { end } = rangeOf(lines, isUp ? { first, last } : others);
  const insert = isUp ? `${block}\n${passed}` : `${passed}\n${block}`;
  const by = (isUp ? -1 : 1) * (passed.length + 1);
  return { start, end, insert, selection: { start: selection.start + by, end: selection.end + by } };
}

/**
 * Index of the line above or, if that one is indented more than this line, of the line it is indented below.
 */
function headAbove(lines: readonly Line[], first: number): number {
  const depth = depthOf(lines[first]);
  let above = first - 1;
  const isBelow = (index: number): boolean => depth !== null && (depthOf(lines[index]) ?? -1) > depth;
  while (isBelow(above) && depthOf(lines[above - 1]) !== null) above -= 1;
  return above;
}

/**
 * Nests the selected boxes one level deeper, or one level less deep.
 * @returns null if no box is selected or there is no such level: a box is at most one level deeper than the
 *   one above it
 */
export function nestLines(text: string, selection: Selection, by: 'in' | 'out'): SelectingEdit | null {
  const lines = linesIn(text);
  const block = selectedBlock(text, lines, selection);
  if (block === null) return null;
  const before = lines.slice(block.first, block.last + 1);
  const depth = before.map(depthOf).find((columns) => columns !== null) ?? 0;
  if (by === 'in' && (depthOf(lines[block.first - 1]) ?? -1) < depth) return null;
  const after = before.map((line) => withNesting(line, by));
  if (after.every((line, index) => line === before[index]?.text)) return null;
  /** A place within the indentation stays in front of the box. */
  const shifted = (place: number): number =>
    before.reduce((sum, line, index) => {
      const longer = (after[index] ?? '').length - line.text.length;
      return place < line.start ? sum : sum + Math.max(longer, line.start - place);
    }, place);
  const { start, end } = rangeOf(lines, block);
  return {
    start,
    end,
    insert: after.join('\n'),
    selection: { start: shifted(selection.start), end: shifted(selection.end) },
  };
}

function withNesting({ start, text, box }: Line, by: 'in' | 'out'): string {
  if (box === null) return text;
  const indent = text.slice(0, box.mark - start);
  const nested =
    by === 'in' ? indent + NESTING : indent.replace(LEVEL, (level) => (level === '\t' ? NESTING : ''));
  return nested + text.slice(box.mark - start);
}

/**
 * Adds an empty line to the text's last list, with the box of its last line, or selects that line if it is
 * empty. A text without boxes, such as one whose ticked lines are hidden, gets one at its end.
 */
export function addItem(text: string): SelectingEdit {
  const box = boxesIn(text).at(-1);
  const isEmpty = box !== undefined && text.slice(box.words, box.end).trim() === '';
  const place = isEmpty ? box.words : (box?.end ?? text.length);
  const prefix = box === undefined ? '☐ ' : untick(text.slice(box.start, box.words));
  const insert = isEmpty ? '' : text === '' ? prefix : `\n${prefix}`;
  const caret = place + insert.length;
  return { start: place, end: place, insert, selection: { start: caret, end: caret } };
}

/**
 * The edit for Backspace at the beginning of a box's line, which removes box and indentation; null elsewhere.
 */
export function removeBox(text: string, caret: number): Edit | null {
  const box = boxAt(text, caret);
  return box === null || caret > box.words ? null : { start: box.start, end: box.words, insert: '' };
}

/** The edit for Delete at the end of a line above a box: joins the lines without the box; null elsewhere. */
export function joinNextBox(text: string, caret: number): Edit | null {
  const box = text[caret] === '\n' ? boxAt(text, caret + 1) : null;
  return box && { start: caret, end: box.words, insert: '' };
}

/**
 * The edit that pastes lines or boxes into the words of a box: each line with words becomes a box of the same
 * form. Pasted boxes, also those of other programs, keep their ticks, except the first one if it joins other
 * words. All lines but the first
 * keep their indentation.
 * @returns null if the paste has its normal effect
 */
export function pasteLines(text: string, { start, end }: Selection, pasted: string): Edit | null {
  const box = boxAt(text, start);
  const [head, ...others] = linesIn(pasted.replaceAll(/\r\n?/gu, '\n')).filter(
    (line) => line.text.trim() !== '',
  );
  if (box === null || start < box.words || head === undefined) return null;
  const prefix = untick(text.slice(box.start, box.words));
  const isEmpty = text.slice(box.words, start).trim() === '';
  const item = itemOf(head);
  if (!/[\n\r]/u.test(pasted) && head.box === null && !(isEmpty && item.isBox)) return null;
  // An empty box gets the tick of the first line.
  const isTicked = isEmpty && item.isTicked;
  const words = isEmpty || head.box !== null ? item.words : head.text;
  const rest = others.map((line) => {
    const indent = /^\s*/u.exec(line.text)?.[0] ?? '';
    const { isTicked: isLineTicked, words: lineWords } = itemOf(line);
    return indent + prefixWith(prefix, isLineTicked) + lineWords;
  });
  const first = isTicked ? prefixWith(prefix, true) + words : words;
  return { start: isTicked ? box.start : start, end, insert: [first, ...rest].join('\n') };
}

function prefixWith(prefix: string, isTicked: boolean): string {
  return isTicked ? prefix.replace('☐', '☑').replace('[ ]', '[x]') : prefix;
}

interface Item {
  readonly isBox: boolean;
  readonly isTicked: boolean;
  readonly words: string;
}

/** A pasted line without its box or bullet. A number stays, because others may refer to it. */
function itemOf({ start, text, box }: Line): Item {
  if (box !== null) return { isBox: true, isTicked: box.isTicked, words: text.slice(box.words - start) };
  const foreign = FOREIGN_BOX.exec(text);
  if (foreign === null) return { isBox: false, isTicked: false, words: text.trimStart().replace(BULLET, '') };
  const [whole, , ticked] = foreign;
  return { isBox: true, isTicked: ticked !== undefined, words: text.slice(whole.length) };
}

/**
 * Moves the caret out of a box and its indentation, where typed letters would break the box: to the beginning
 * of the words or, if it came from there by a step to the left, to the end of the line above.
 */
export function caretBesideBox(text: string, caret: number, before: number): number {
  const box = boxAt(text, caret);
  if (box === null || caret >= box.words) return caret;
  const isStepLeft = before === box.words && caret === before - 1;
  return isStepLeft && box.start > 0 ? box.start - 1 : box.words;
}

/**
 * Keeps a selection that is extended to the left out of the box of its line, where a typed letter would
 * replace the box: the selection ends before the words or, after a step to the left, in the line above.
 * @returns the start of the selection
 */
export function selectionBesideBox(text: string, { start, end }: Selection, before: number): number {
  const box = boxAt(text, end);
  if (box === null || start < box.start || end < box.words) return start;
  return caretBesideBox(text, start, before);
}

/** The depth in columns; null if the line is not a box or does not exist. */
function depthOf(line: Line | undefined): number | null {
  return line?.box ? columnsOf(line.text.slice(0, line.box.mark - line.start)) : null;
}

/** The line and, if it is a box, the boxes that are indented below it. */
export function blockAt(lines: readonly Line[], first: number): Block {
  const depth = depthOf(lines[first]) ?? Infinity;
  let last = first;
  while ((depthOf(lines[last + 1]) ?? -1) > depth) last += 1;
  return { first, last };
}

/** The selected lines with the boxes that are indented below them; null if no box is selected. */
function selectedBlock(text: string, lines: readonly Line[], selection: Selection): Block | null {
  const { from, to } = touchedLines(text, selection.start, selection.end);
  const first = lines.findIndex(({ start }) => start === from);
  const touched = lines.findLastIndex(({ start }) => start <= to);
  if (boxesIn(text.slice(from, to)).length === 0) return null;
  let last = touched;
  for (let index = first; index <= touched; index += 1) last = Math.max(last, blockAt(lines, index).last);
  return { first, last };
}

function textOf(lines: readonly Line[], { first, last }: Block): string {
  return lines
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join('\n');
}

function rangeOf(lines: readonly Line[], { first, last }: Block): Selection {
  const [head, tail] = [lines[first], lines[last]];
  const start = head?.start ?? 0;
  return { start, end: tail === undefined ? start : tail.start + tail.text.length };
}
