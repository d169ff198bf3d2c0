/** What can go wrong in an export or import, as sentences for the person who began it. */
import { AppError } from '#shared/base/error.ts';
import type { Reason } from '#shared/base/reasons.ts';

/** A file, or a note within one, is left out of an import; the message is a sentence that says why. */
export class UnreadableError extends Error {}

/** @throws UnreadableError if there is more of something than any note has */
export function requireAtMost(count: number, most: number): void {
  if (count > most) throw new UnreadableError('Holds more than any note.');
}

/** @throws UnreadableError */
export function requireDepthAtMost(depth: number, most: number): void {
  if (depth > most) throw new UnreadableError('Nested more deeply than any note.');
}

/**
 * Makes valibot stop at the first problem, because a list of all problems of a hostile note would fill the
 * memory.
 */
export const FIRST_ISSUE = { abortEarly: true } as const;

/**
 * Why a file was not read. What the system or a library says in its own words stays in the error's cause, for
 * the log.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof UnreadableError) return error.message;
  if (!isSystemError(error)) return 'Could not be read.';
  return UNREAD[error.code] ?? `Could not be read (${error.code}).`;
}

const UNREAD_DENIED = 'Inkling is not allowed to read it.';
const UNREAD: Readonly<Record<string, string>> = {
  EACCES: UNREAD_DENIED,
  EPERM: UNREAD_DENIED,
  ENOENT: 'It no longer exists.',
  ENOTDIR: 'It no longer exists.',
  EIO: 'The disk could not read it.',
};

/** What an error of the file system means for an export, as a sentence that says what to do. */
export function toExportError(error: unknown): unknown {
  if (error instanceof AppError || !isSystemError(error)) return error;
  const options = { cause: error };
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new AppError('store-full', 'export-disk-full', options);
  }
  const reason = UNWRITTEN[error.code] ?? { id: 'export-disk-failed', code: error.code };
  return new AppError('store-failed', reason, options);
}

const UNWRITTEN: Readonly<Record<string, Reason>> = {
  EACCES: 'export-denied',
  EPERM: 'export-denied',
  EROFS: 'export-denied',
  ENOENT: 'export-folder-gone',
  ENOTDIR: 'export-no-folder',
};

/** Errors of zlib have a code and a number, too, but theirs say that the data is damaged. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  if (!(error instanceof Error) || !('code' in error) || !('errno' in error)) return false;
  return typeof error.code === 'string' && error.code.startsWith('E');
}
