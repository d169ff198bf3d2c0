/**
 * The command that keeps words without opening anything:
 *
 *   inkling --new "text"    inkling --new=text    command | inkling --new -    each with --title=title
 *
 * It ends when the words are on the disk, in the inbox, and waits for nobody: neither for an app that runs, which looks there
 * by itself, nor for the lock that the app holds, which would turn away one that is just starting.
 */
import { readSync, writeSync } from 'node:fs';
import { messageOf, systemCodeOf } from '#shared/error.ts';
import { hasContent, type NoteContent } from '#shared/note.ts';
import { utf8Length } from '#shared/utf8.ts';
import { isDeepLink } from './deep-link.ts';

export type NewNoteCommand =
  | { readonly title: string; readonly text: string }
  /** The text is what comes in by the pipe. */
  | { readonly title: string; readonly text: null }
  /** Nothing is kept, for this reason. */
  | { readonly problem: string };

const NEW = '--new';
const TITLE = '--title';
/** The cloud takes documents of up to 1 MiB, with the names of their fields. */
const MOST_BYTES = 1_000_000;
const PART_BYTES = 64 * 1024;
/** How soon a pipe that has nothing yet is asked again, where whoever made it does not let a reader wait. */
const PIPE_PAUSE_MS = 10;

const TOO_LARGE = 'The text is larger than a note may be, which is one megabyte.';
const HOW = 'Write inkling --new "text", or inkling --new - to take the text from a pipe.';

/**
 * Switches of Chromium may stand in front of it. What nobody knows behind it is refused: it may be a part of a text without
 * quotation marks.
 * @param argv of the process itself: a second instance's has another order
 * @returns null for any other start, such as one by a link, to which nobody can add a command
 */
export function parseNewNoteCommand(argv: readonly string[]): NewNoteCommand | null {
  const from = argv.findIndex((argument) => isOption(argument) || isDeepLink(argument));
  const left = from === -1 ? [] : argv.slice(from);
  if (!left.some((argument) => optionOf(argument) === NEW) || isDeepLink(left[0] ?? '')) return null;
  const values = new Map<string, string>();
  while (left.length > 0) {
    const argument = left.shift() ?? '';
    const name = optionOf(argument);
    if (argument.startsWith('--user-data-dir=')) continue;
    if (!isOption(argument) || values.has(name))
      return { problem: `"${argument}" is one too many. Put a text of several words in quotation marks.` };
    const value = argument === name ? left.shift() : argument.slice(name.length + 1);
    if (value === undefined) return { problem: `Something is missing after ${name}. ${HOW}` };
    if (argument === name && value.startsWith('--'))
      return { problem: `What begins with two hyphens is written as ${name}=${value}` };
    values.set(name, value);
  }
  const text = values.get(NEW) ?? '';
  const title = (values.get(TITLE) ?? '').replaceAll(/[\r\n]+/gu, ' ');
  return { title, text: text === '-' ? null : toText(text) };
}

/**
 * @param ports.keep makes the words durable
 * @param ports.complain tells a person at a terminal
 * @returns the exit code: 0 where the words are durable
 */
export function runNewNoteCommand(
  command: NewNoteCommand,
  ports: {
    readonly readInput: () => Uint8Array;
    readonly keep: (content: NoteContent) => void;
    readonly complain: (sentence: string) => void;
  },
): number {
  try {
    if ('problem' in command) throw new Error(command.problem);
    const { title } = command;
    const content = { title, text: command.text ?? toText(decode(ports.readInput())) };
    if (!hasContent(content)) throw new Error(`There is nothing to keep. ${HOW}`);
    if (utf8Length(title) + utf8Length(content.text) > MOST_BYTES) throw new Error(TOO_LARGE);
    ports.keep(content);
    return 0;
  } catch (error) {
    ports.complain(`inkling: ${sayFailure(error)} Nothing was kept.`);
    return 1;
  }
}

/**
 * What comes in by the pipe, to its end, or so much that it is more than a note may be. This waits, for a program that does
 * nothing else. `process.stdin` of Electron is always at its end on Windows, where the pipe itself may be there.
 * @throws the system's error where there is no input
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

/** @returns how many bytes came; 0 at the end; null where there is nothing yet */
function readPart(part: Buffer): number | null {
  try {
    return readSync(0, part);
  } catch (error) {
    // So Windows tells the end of a pipe.
    if (systemCodeOf(error) === 'EOF') return 0;
    if (systemCodeOf(error) !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_PAUSE_MS);
    return null;
  }
}

/** Says it where a terminal or a script listens, before the process ends: its streams may still wait on Windows then. */
export function writeStandardError(sentence: string): void {
  try {
    writeSync(2, `${sentence}\n`);
  } catch {
    // Nobody listens; the exit code says as much.
  }
}

function optionOf(argument: string): string {
  return argument.split('=', 1)[0] ?? '';
}

function isOption(argument: string): boolean {
  return optionOf(argument) === NEW || optionOf(argument) === TITLE;
}

/** @throws Error where it is no UTF-8: what replaced it would not be the words */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The text is not in UTF-8.');
  }
}

/** A line end at the end is that of the command in front of the pipe, and none of the words. */
function toText(input: string): string {
  return input.replaceAll('\r\n', '\n').replace(/\n$/u, '');
}

function sayFailure(error: unknown): string {
  const code = systemCodeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full.';
  return code === undefined ? messageOf(error) : `It could not be written or read (${messageOf(error)}).`;
}
