/**
 * The mark that a failed connection leaves beside its database, so that the next opening knows what to do: salvage where the
 * file is damaged, look at every page where the disk failed. It goes when that opening has succeeded.
 */
import { readFileSync, rmSync } from 'node:fs';
import { replaceFile } from '../store/durable-file.ts';

export interface Failure {
  /** Whether the file itself is known to be wrong. */
  readonly damaged: boolean;
  readonly reason: string;
}

/**
 * Never throws: where the disk does not even take the mark, the log that the connection leaves behind says that its end was
 * unclean.
 */
export function markFailure(database: string, { damaged, reason }: Failure): void {
  try {
    const isKnown = readFailure(database)?.damaged === true;
    replaceFile(markOf(database), JSON.stringify({ damaged: damaged || isKnown, reason }));
  } catch {
    // See above.
  }
}

/** Null without a mark. One that cannot be read says nothing certain, and the pages are looked at. */
export function readFailure(database: string): Failure | null {
  let text: string;
  try {
    text = readFileSync(markOf(database), 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? null : { damaged: false, reason: 'the mark of a failure could not be read' };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'damaged' in value && 'reason' in value) {
      return { damaged: value.damaged === true, reason: String(value.reason) };
    }
  } catch {
    // Answered below.
  }
  return { damaged: false, reason: text };
}

export function forgetFailure(database: string): void {
  rmSync(markOf(database), { force: true });
}

function markOf(database: string): string {
  return `${database}.failed`;
}
