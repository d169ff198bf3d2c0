/**
 * The command that stores a note without opening a window:
 *
 *   inkling --new "text"    inkling --new=text    command | inkling --new -    each with --title=title
 *
 * It ends when the words are in an entry on the disk. It does not wait for a running app, which watches the
 * entries itself. Nor does it take the app's lock, which would turn away an app that is just starting.
 */
import { readSync, writeSync } from 'node:fs';
import { messageOf, systemCodeOf } from '#shared/base/error.ts';
import { hasContent, type NoteContent } from '#shared/note/note.ts';
import { utf8Length } from '#shared/text/utf8.ts';
import { ownArguments } from '../links/launch.ts';

export type NewNoteCommand =
  | { readonly title: string; readonly text: string }
  /** The text comes from standard input. */
  | { readonly title: string; readonly text: null }
  /** Nothing is stored, for this reason. */
  | { readonly problem: string };

const NEW = '--new';
const TITLE = '--title';
/** The cloud accepts documents of up to 1 MiB, including the names of their fields. */
const MOST_BYTES = 1_000_000;
const PART_BYTES = 64 * 1024;
/** How soon an empty pipe is read again, if it does not let a reader wait. */
const PIPE_PAUSE_MS = 10;

const TOO_LARGE = 'The text is larger than a note may be, which is one megabyte.';
const NOT_UTF_8 = 'The text is not in UTF-8.';
const HOW = 'Write inkling --new "text", or inkling --new - to take the text from a pipe.';

/**
 * Switches of Chromium may stand before the command. An unknown argument after it is refused, because it may
 * be part of a text without quotation marks.
 * @param argv of the process itself: in that of the event `second-instance`, the order is another one
 * @returns null for any other start. If a link comes first, what follows it is never a command.
 */
export function parseNewNoteCommand(argv: readonly string[]): NewNoteCommand | null {
  const from = ownArguments(argv).findIndex(isOption);
  const remaining = from === -1 ? [] : argv.slice(from);
  if (!remaining.some((argument) => optionOf(argument) === NEW)) return null;
  const values = new Map<string, string>();
  while (remaining.length > 0) {
    const argument = remaining.shift() ?? '';
    const name = optionOf(argument);
    if (argument.startsWith('--user-data-dir=')) continue;
    if (!isOption(argument) || values.has(name))
      return { problem: `"${argument}" is one too many. Put a text of several words in quotation marks.` };
    const value = argument === name ? remaining.shift() : argument.slice(name.length + 1);
    if (value === undefined) return { problem: `Something is missing after ${name}. ${HOW}` };
    if (argument === name && value.startsWith('--'))
      return { problem: `What begins with two hyphens is written as ${name}=${value}` };
    values.set(name, value);
  }
  // For bytes that are not UTF-8, the system's own decoding has put replacement characters, which are not the
  // words.
  if ([...values.values()].some((value) => value.includes('\uFFFD'))) return { problem: NOT_UTF_8 };
  const text = values.get(NEW) ?? '';
  const title = (values.get(TITLE) ?? '').replaceAll(/[\r\n]+/gu, ' ');
  return { title, text: text === '-' ? null : toText(text) };
}

/**
 * @param ports.store makes the words durable
 * @param ports.complain tells a person at a terminal
 * @returns the exit code: 0 if the words are durable
 */
export function runNewNoteCommand(
  command: NewNoteCommand,
  ports: {
    readonly readInput: () => Uint8Array;
    readonly store: (content: NoteContent) => void;
    readonly complain: (sentence: string) => void;
  },
): number {
  try {
    if ('problem' in command) throw new Error(command.problem);
    const { title } = command;
    const content = { title, text: command.text ?? toText(decode(ports.readInput())) };
    if (!hasContent(content)) throw new Error(`There is nothing to store. ${HOW}`);
    if (utf8Length(title) + utf8Length(content.text) > MOST_BYTES) throw new Error(TOO_LARGE);
    ports.store(content);
    return 0;
  } catch (error) {
    ports.complain(`inkling: ${sayFailure(error)} Nothing was stored.`);
    return 1;
  }
}

/**
 * Reads standard input to its end, or until there is more than a note may have. This blocks the program,
 * which does nothing else. On Windows, `process.stdin` of Electron is always at its end, even if there is a
 * pipe.
 * @throws the system's error if there is no input
 */
export function readStandardInput(): Uint8Array {
  const parts: Buffer[] = [];
  for (let bytes = 0; bytes <= MOST_BYTES + PART_BYTES;) {
    const part = Buffer.alloc(PART_BYTES);
    const length = readPart(part);
    if (length === 0) break;
    if (length !== null) parts.push(part.subarray(0, length));
    bytes += length ?? 0;
  }
  return Buffer.concat(parts);
}

/** @returns how many bytes came; 0 at the end; null if there is nothing yet */
function readPart(part: Buffer): number | null {
  try {
    return readSync(0, part);
  } catch (error) {
    // Windows reports the end of a pipe like this.
    if (systemCodeOf(error) === 'EOF') return 0;
    if (systemCodeOf(error) !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_PAUSE_MS);
    return null;
  }
}

/**
 * Writes at once. On Windows, the process's own streams may still hold the sentence when the process ends.
 */
export function writeStandardError(sentence: string): void {
  try {
    writeSync(2, `${sentence}\n`);
  } catch {
    // Nobody reads it; the exit code says as much.
  }
}

function optionOf(argument: string): string {
  return argument.split('=', 1)[0] ?? '';
}

function isOption(argument: string): boolean {
  return optionOf(argument) === NEW || optionOf(argument) === TITLE;
}

/** @throws Error if this is not UTF-8: replacement characters would not be the words */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(NOT_UTF_8);
  }
}

/** A line end at the end comes from the command before the pipe, and is not part of the words. */
function toText(input: string): string {
  return input.replaceAll('\r\n', '\n').replace(/\n$/u, '');
}

function sayFailure(error: unknown): string {
  const code = systemCodeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full.';
  return code === undefined ? messageOf(error) : `It could not be written or read (${messageOf(error)}).`;
}
