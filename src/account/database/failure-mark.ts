/**
 * Marks beside a database tell the next opening what to do: salvage if the last connection found damage,
 * check every page if the disk failed, or check every page while the app runs. None of these functions
 * throws: the log that an unclean end leaves makes up for a missing mark, and a leftover mark only costs
 * time at the next opening.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { systemCodeOf } from '#shared/base/error.ts';
import { describeError } from '#shared/base/error-report.ts';
import { replaceFileNow } from '#disk/durable-file.ts';
import { makeWayForFileNow } from '#disk/make-way.ts';
import { removeFileNow } from '#disk/remove-file.ts';
import { isThere } from '#disk/there.ts';

/** Whether the file itself is known to be damaged. */
const failureSchema = v.object({ damaged: v.fallback(v.boolean(), false) });
export type Failure = Readonly<v.InferOutput<typeof failureSchema>>;

/** @param reason the error, which the mark describes as the log does, to help find the cause */
export function markFailure(
  database: string,
  { damaged, reason }: Failure & { readonly reason: unknown },
): void {
  const isKnown = readFailure(database)?.damaged === true;
  const mark = { damaged: damaged || isKnown, reason: describeError(reason) };
  attempt(() => replaceFileNow(failureOf(database), JSON.stringify(mark)));
}

/** Null without a mark. An unreadable mark says nothing certain, so every page is checked. */
export function readFailure(database: string): Failure | null {
  try {
    return v.parse(failureSchema, JSON.parse(readFileSync(failureOf(database), 'utf8')));
  } catch (error) {
    return systemCodeOf(error) === 'ENOENT' ? null : { damaged: false };
  }
}

export function removeFailureMark(database: string): void {
  attempt(() => remove(failureOf(database)));
}

/** Records that the last end was unclean and that the pages have not been checked since. */
export function markUnchecked(database: string): void {
  attempt(() => writeFileSync(uncheckedOf(database), '', { mode: 0o600 }));
}

/** True if that cannot be determined: a check costs less than undetected damage. */
export function isUnchecked(database: string): boolean {
  try {
    return isThere(uncheckedOf(database));
  } catch {
    return true;
  }
}

export function removeUncheckedMark(database: string): void {
  attempt(() => remove(uncheckedOf(database)));
}

function remove(mark: string): void {
  makeWayForFileNow(mark);
  removeFileNow(mark);
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Without a mark, the next opening checks more than necessary, or finds the damage by itself.
  }
}

function failureOf(database: string): string {
  return `${database}.failed`;
}

function uncheckedOf(database: string): string {
  return `${database}.unchecked`;
}
