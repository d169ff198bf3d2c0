/**
 * Marks beside a database that tell the next opening what to do. The one that a failed connection leaves: salvage where the file is
 * damaged, look at every page where the disk failed. And the one of a check that is to be done beside the running app.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { replaceFile } from '../store/durable-file.ts';

export interface Failure {
  /** Whether the file itself is known to be wrong. */
  readonly damaged: boolean;
}

/**
 * Never throws: where the disk does not even take the mark, the log that the connection leaves behind says that its end was
 * unclean.
 * @param reason for a person who looks for the cause
 */
export function markFailure(
  database: string,
  { damaged, reason }: Failure & { readonly reason: string },
): void {
  try {
    const isKnown = readFailure(database)?.damaged === true;
    replaceFile(failureOf(database), JSON.stringify({ damaged: damaged || isKnown, reason }));
  } catch {
    // See above.
  }
}

/** Null without a mark. One that cannot be read says nothing certain, and the pages are looked at. */
export function readFailure(database: string): Failure | null {
  try {
    const value: unknown = JSON.parse(readFileSync(failureOf(database), 'utf8'));
    const isObject = typeof value === 'object' && value !== null;
    return { damaged: isObject && 'damaged' in value && value.damaged === true };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? null : { damaged: false };
  }
}

/** Never throws: a mark that stays costs time at the next opening. */
export function forgetFailure(database: string): void {
  remove(failureOf(database));
}

/** The last end was unclean, and the pages were not looked at since. Never throws: the log that is left says the same for now. */
export function markUnchecked(database: string): void {
  try {
    writeFileSync(uncheckedOf(database), '');
  } catch {
    // See above.
  }
}

export function isUnchecked(database: string): boolean {
  return existsSync(uncheckedOf(database));
}

/** Never throws: the pages are looked at once more then. */
export function forgetUnchecked(database: string): void {
  remove(uncheckedOf(database));
}

function remove(mark: string): void {
  try {
    rmSync(mark, { force: true });
  } catch {
    // As the callers say.
  }
}

function failureOf(database: string): string {
  return `${database}.failed`;
}

function uncheckedOf(database: string): string {
  return `${database}.unchecked`;
}
