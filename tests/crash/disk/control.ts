/**
 * The process's side of `preload.c`, which sits between this process and its disk. A command is the name of a
 * link that does not exist, and its answer is the link's target: any other call would need a native module.
 */
import { readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { type DiskError, ERRORS } from '#tests/support/failing-disk/calls.ts';

export interface Fault {
  /** The number of the call, from 1 on. */
  readonly at: number;
  readonly error: DiskError;
  /** Whether only this call fails; otherwise each later call that can give this error fails as well. */
  readonly once: boolean;
}

/** From now on, calls on this folder are seen. */
export function watch(folder: string): void {
  command(`watch${folder}`);
}

/** Makes calls fail, counted from now on, until `heal`. */
export function fail({ at, error, once }: Fault): void {
  command(`fail/${at}/${constants.errno[error]}/${ERRORS[error]}/${once ? 1 : 0}`);
}

/** Records calls and changes until `heal`. @param file outside of the watched folder; `record.ts` reads it */
export function record(file: string): void {
  command(`record${file}`);
}

/** Adds a line to the record. */
export function mark(text: string): void {
  command(`mark/${text}`);
}

/**
 * Ends failures and recording. @returns the call that failed first, with its file; empty if none did
 */
export function heal(): string {
  return command('heal')[1] ?? '';
}

/** Names of the folder's open files, one for each descriptor. */
export function openFiles(): string[] {
  return command('open').slice(2).toSorted();
}

function command(text: string): string[] {
  return readlinkSync(`/inkling-disk/${text}`).split('\t');
}
