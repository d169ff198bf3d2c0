/**
 * Takes a file of JSON apart while it is read: the elements of an array `notes` in the outermost object come one by
 * one, everything else together at the end. So a file of a hundred thousand notes is never parsed at once, and a file
 * that is none of ours, or holds more than any of ours, is given up early, however large it is.
 */
import { UnreadableError } from './unreadable.ts';

export interface JsonPieces {
  /**
   * @returns the texts of the elements that are complete now
   * @throws UnreadableError where the file cannot be one of notes
   */
  push(chunk: string): string[];
  /** The text without the elements. */
  end(): string;
}

/** UTF-16 units of everything besides elements: a note of Keep's is far smaller. */
const MOST_REST = 4 * 1024 * 1024;
/** UTF-16 units of an element: a document of 1 MiB with every character escaped. */
const MOST_ELEMENT = 8 * 1024 * 1024;
const MOST_DEPTH = 64;
/**
 * Values of everything besides elements, and of one element: a few bytes of text are many times as much as objects. No more
 * elements than that are taken either, which is ten times what the app is made for.
 */
const MOST_VALUES = 1_000_000;
const TOO_MANY = 'It holds more than a million notes.';

const STRUCTURE = /["[\]{},]/g;
const IN_STRING = /["\\]/g;
/** A key, and not the end of one with a quotation mark in it: what stands before is no backslash. */
const NOTES = /[{,\s]"notes"\s*:\s*$/;
/** Enough for `NOTES` with some space in it. */
const LOOK_BACK = 64;

export function createJsonPieces(): JsonPieces {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let inNotes = false;
  let elements = 0;
  let tail = '';
  const rest = collector(MOST_REST, 'It is larger than any note.');
  const element = collector(MOST_ELEMENT, 'It holds a note that is larger than the cloud takes.');

  return {
    push(chunk) {
      const found: string[] = [];
      /** Where what is not collected yet begins, and where to look on. */
      let from = 0;
      let at = escaped ? 1 : 0;
      escaped = false;

      function collect(to: number): void {
        (inNotes ? element : rest).add(chunk.slice(from, to));
        from = to;
      }

      function endElement(to: number, isLast: boolean): void {
        collect(to);
        const text = element.take();
        if (isLast && text.trim() === '') return;
        elements += 1;
        if (elements > MOST_VALUES) throw new UnreadableError(TOO_MANY);
        found.push(text);
      }

      /** What stands before the mark, as far as it matters. */
      function before(): string {
        return at > LOOK_BACK ? chunk.slice(at - LOOK_BACK, at - 1) : tail + chunk.slice(0, at - 1);
      }

      function open(mark: string): void {
        depth += 1;
        if (depth > MOST_DEPTH) throw new UnreadableError('It is nested more deeply than any note.');
        const isArray = depth === 2 && mark === '[' && !inNotes;
        if (!isArray || !NOTES.test(before())) return;
        collect(at);
        inNotes = true;
      }

      function close(): void {
        depth -= 1;
        if (!inNotes || depth !== 1) return;
        endElement(at - 1, true);
        inNotes = false;
      }

      for (;;) {
        const pattern = inString ? IN_STRING : STRUCTURE;
        pattern.lastIndex = at;
        const match = pattern.exec(chunk);
        if (match === null) break;
        const [mark] = match;
        at = match.index + 1;
        if (mark === '\\') at += 1;
        else if (mark === '"') inString = !inString;
        else if (mark === '{' || mark === '[') open(mark);
        else if (mark === '}' || mark === ']') close();
        else if (inNotes && depth === 2) {
          endElement(at - 1, false);
          from = at;
        } else (inNotes ? element : rest).addValue();
      }
      escaped = at > chunk.length;
      collect(chunk.length);
      tail = (tail + chunk.slice(-LOOK_BACK)).slice(-LOOK_BACK);
      return found;
    },
    end: () => rest.take(),
  };
}

function collector(most: number, reason: string) {
  let pieces: string[] = [];
  let length = 0;
  let values = 0;
  return {
    /** One more of them, told by the comma before it: an object or array without one is no more than its two marks. */
    addValue(): void {
      values += 1;
      if (values > MOST_VALUES) throw new UnreadableError(reason);
    },
    add(piece: string): void {
      length += piece.length;
      if (length > most) throw new UnreadableError(reason);
      pieces.push(piece);
    },
    take(): string {
      const text = pieces.join('');
      pieces = [];
      length = 0;
      values = 0;
      return text;
    },
  };
}
