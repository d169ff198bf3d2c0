/**
 * The process's own end of `preload.c`, which stands between this process and its disk. A command is the name
 * of a link that does not exist, and its answer is where that link leads: no other call would reach the
 * library without a module of its own.
 */
import { readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { type DiskError, ERRORS } from '#tests/support/failing-disk/calls.ts';

export interface Fault {
  /** The number of the call, from 1 on. */
  readonly at: number;
  readonly error: DiskError;
  /** Whether only this call fails. Otherwise each later call fails as well, if it can give this error. */
  readonly once: boolean;
}

/** From now on, the calls that reach this folder are seen. */
export function watch(folder: string): void {
  command(`watch${folder}`);
}

/** Lets calls fail, counted from now on, until `heal`. */
export function fail({ at, error, once }: Fault): void {
  command(`fail/${at}/${constants.errno[error]}/${ERRORS[error]}/${once ? 1 : 0}`);
}

/** Records calls and changes until `heal`. @param file outside of the watched folder; `record.ts` reads it */
export function record(file: string): void {
  command(`record${file}`);
}

/** Puts a line into the record. */
export function mark(text: string): void {
  command(`mark/${text}`);
}

/**
 * From now on nothing fails and nothing is recorded. @returns the call that failed first, with its file;
 * empty if none did
 */
export function heal(): string {
  return command('heal')[1] ?? '';
}

/** Names of files in the folder, one for each descriptor that is open. */
export function openFiles(): string[] {
  return command('open').slice(2).toSorted();
}

function command(text: string): string[] {
  return readlinkSync(`/inkling-disk/${text}`).split('\t');
}
