/** How long to wait before a retry, and how to report a failure of the disk as a temporary one (S8). */
import { AppError } from '#shared/base/error.ts';
import type { RemoteFailure } from '#shared/note/remote-store.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** A refusal passes when its owner has done something about it, or with the day. */
const SLOWEST_MS = 15 * 60_000;

/**
 * Milliseconds to wait after `failures` failures in a row (1 or more). The maximum doubles from 1 s
 * to 60 s; the result is random between half and all of it, so that devices that lost the same server
 * do not return all at once.
 */
export function backoff(failures: number, random: number): number {
  return spread(Math.min(LONGEST_MS, doubled(FIRST_MS, failures)), random);
}

/** Likewise after `refusals` refusals in a row: from `backoff`'s longest time up to a quarter of an hour. */
export function slowBackoff(refusals: number, random: number): number {
  return spread(Math.min(SLOWEST_MS, doubled(LONGEST_MS, refusals)), random);
}

function doubled(first: number, times: number): number {
  return first * 2 ** Math.min(times - 1, 16);
}

function spread(full: number, random: number): number {
  return Math.round(full / 2 + (full / 2) * random);
}

/** A change that the disk refused is retried, as after a temporary failure of the cloud (S8.8, S9.5). */
export function storeFailure(thrown: unknown): RemoteFailure {
  return { kind: 'wait', reason: thrown instanceof AppError ? thrown.reason : 'notes-not-saved-locally' };
}
