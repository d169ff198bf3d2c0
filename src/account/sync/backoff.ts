/** How long to wait before a retry, and how to report a failure of the disk as a temporary one (S8). */
import { AppError } from '#shared/base/error.ts';
import type { RemoteFailure } from '#shared/note/remote-store.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * Milliseconds to wait after `failures` failures in a row (1 or more). The maximum doubles from 1 s
 * to 60 s; the result is random between half and all of it, so that devices that lost the same server
 * do not return all at once.
 */
export function backoff(failures: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));
  return Math.round(full / 2 + (full / 2) * random);
}

/** A change that the disk refused is retried, as after a temporary failure of the cloud (S8.8, S9.5). */
export function storeFailure(thrown: unknown): RemoteFailure {
  return { kind: 'wait', reason: thrown instanceof AppError ? thrown.reason : 'notes-not-saved-locally' };
}
