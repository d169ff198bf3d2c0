/**
 * The command that stores a note without opening a window:
 *
 *   inkling --new "text"    inkling --new=text    command | inkling --new -    each with --title=title
 *
 * It ends when the words are in an entry on the disk. It does not wait for a running app, which watches the
 * entries itself. It does not take the app's lock either, which would turn away an app that is just starting.
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
/** How soon an empty pipe is read again, if reading it does not block. */
const PIPE_PAUSE_MS = 10;

const TOO_LARGE = 'The text is too long: a note holds up to one megabyte.';
const NOT_UTF_8 = 'The text is not in UTF-8.';
const HOW = 'Use inkling --new "text", or inkling --new - to read the text from a pipe.';

/**
 * Switches of Chromium may precede the command. An unknown argument after it is refused, because it may be
 * part of a text without quotation marks.
 * @param argv of the process itself; the event `second-instance` has a different order
 * @returns null for any other start. Arguments after a link are never a command.
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
      return { problem: `Unexpected "${argument}". Put text of several words in quotation marks.` };
    const value = argument === name ? remaining.shift() : argument.slice(name.length + 1);
    if (value === undefined) return { problem: `${name} needs a value. ${HOW}` };
    if (argument === name && value.startsWith('--'))
      return { problem: `Write a value that begins with two hyphens as ${name}=${value}` };
    values.set(name, value);
  }
  // The system decodes bytes that are not UTF-8 to replacement characters, which are not the user's words.
  if ([...values.values()].some((value) => value.includes('\uFFFD'))) return { problem: NOT_UTF_8 };
  const text = values.get(NEW) ?? '';
  const title = (values.get(TITLE) ?? '').replaceAll(/[\r\n]+/gu, ' ');
  return { title, text: text === '-' ? null : toText(text) };
}

/**
 * @param ports.store makes the words durable
 * @param ports.complain prints a sentence for the user at the terminal
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
    if (!hasContent(content)) throw new Error(`The note is empty. ${HOW}`);
    if (utf8Length(title) + utf8Length(content.text) > MOST_BYTES) throw new Error(TOO_LARGE);
    ports.store(content);
    return 0;
  } catch (error) {
    ports.complain(`inkling: ${sayFailure(error)} Nothing was stored.`);
    return 1;
  }
}

/**
 * Reads standard input to its end, or until it exceeds the limit of a note. This blocks the program, which
 * does nothing else. On Windows, Electron's `process.stdin` is always at its end, even with a pipe.
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

/** @returns the number of bytes read; 0 at the end; null if there are none yet */
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

/** Writes synchronously. On Windows, the process may end while its own streams still hold the sentence. */
export function writeStandardError(sentence: string): void {
  try {
    writeSync(2, `${sentence}\n`);
  } catch {
    // Without a reader, the exit code still reports the failure.
  }
}

function optionOf(argument: string): string {
  return argument.split('=', 1)[0] ?? '';
}

function isOption(argument: string): boolean {
  return optionOf(argument) === NEW || optionOf(argument) === TITLE;
}

/** @throws Error if this is not UTF-8, because replacement characters are not the user's words */
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
