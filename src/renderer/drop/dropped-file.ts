/** Turns a dropped file into a note, or into a sentence that says why it cannot be one. */
import { countOf } from '#shared/base/count.ts';
import type { NoteContent } from '#shared/note/note.ts';
import { utf8Length } from '#shared/text/utf8.ts';

/** Somewhat less than the cloud's limit for a note with all of its fields. */
export const MAX_BYTES = 1_000_000;

const TYPES: ReadonlySet<string> = new Set(['text/plain', 'text/markdown']);
const MARKDOWN = /\.(?:md|markdown)$/iu;
const TEXT = /\.(?:txt|text)$/iu;

/**
 * Archives and files of other programs, including those that an import recognises only to name them
 * (docs/importing.md).
 */
const IMPORTED = /\.(?:zip|tar|tgz|gz|json|html?|textbundle|textpack|bear2bk|bearbk|jex|enex|nnbackupz?)$/iu;

/** Why a file does not become a note; follows its name and “was not added: ”. */
export type Refusal = string;

/** What the browser knows of a file; `size` is in bytes. */
export interface FileFacts {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly isFolder: boolean;
}

/** Whether only an import can read it. */
export function isForImport({ name, isFolder }: FileFacts): boolean {
  return isFolder || IMPORTED.test(name);
}

/** @returns null if the file should be read */
export function refuseUnread({ name, type, size, isFolder }: FileFacts): Refusal | null {
  if (isFolder) return 'it is a folder.';
  if (!TYPES.has(type) && !MARKDOWN.test(name) && !TEXT.test(name))
    return 'only text and Markdown files become notes.';
  if (size > MAX_BYTES) return TOO_LARGE;
  return size === 0 ? 'it is empty.' : null;
}

const TOO_LARGE: Refusal = 'it is larger than 1 MB.';

/**
 * A note with the file's text, titled by the first heading of a Markdown file, or else by the file's name.
 */
export function noteOfFile(name: string, bytes: Uint8Array): NoteContent | Refusal {
  const decoded = decode(bytes);
  if (decoded === null) return 'it is not UTF-8 or UTF-16 text.';
  // The line ends of text fields, so that a later edit does not change every line.
  const text = decoded.replaceAll(/\r\n?/gu, '\n');
  const heading = MARKDOWN.test(name) ? firstHeading(text) : null;
  const title = heading ?? name.replace(/(?<=.)\.[^.]*$/u, '');
  return utf8Length(title) + utf8Length(text) > MAX_BYTES ? TOO_LARGE : { title, text };
}

/**
 * Null if the bytes are not text. UTF-16 is recognised by its byte order mark, which Windows writes; anything
 * else is UTF-8.
 */
function decode(bytes: Uint8Array): string | null {
  const encoding = startsWith(bytes, 0xff, 0xfe)
    ? 'utf-16le'
    : startsWith(bytes, 0xfe, 0xff)
      ? 'utf-16be'
      : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // Text has no NUL; programs and pictures do.
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function startsWith(bytes: Uint8Array, first: number, second: number): boolean {
  return bytes[0] === first && bytes[1] === second;
}

/** Skips fenced code, where a `#` begins a comment. */
function firstHeading(text: string): string | null {
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1] ?? null;
    if (mark !== null) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
    } else if (fence === null) {
      const heading = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/u.exec(line)?.[1] ?? '';
      if (heading !== '') return heading;
    }
  }
  return null;
}

/** @param refused at least one file */
export function refusalSentence(refused: readonly (readonly [name: string, why: Refusal])[]): string {
  const [first, ...more] = refused;
  if (first !== undefined && more.length === 0) return `“${first[0]}” was not added: ${first[1]}`;
  return `${countOf(refused.length, 'file')} were not added: only text and Markdown files of up to 1 MB become notes.`;
}
