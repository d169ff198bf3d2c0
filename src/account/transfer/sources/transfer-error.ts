/** What can go wrong in an export or import, as sentences for the person who began it. */
import { AppError, messageOf } from '#shared/error.ts';

/** A file, or a note within one, is left out of an import; the message is a sentence that says why. */
export class UnreadableError extends Error {}

/** Makes valibot stop at the first problem, because a list of all problems of a hostile note would fill the memory. */
export const FIRST_ISSUE = { abortEarly: true } as const;

export function reasonOf(error: unknown): string {
  if (error instanceof UnreadableError) return error.message;
  return `It could not be read (${messageOf(error)}).`;
}

/** What an error of the file system means for an export, as a sentence that says what to do. */
export function toExportError(error: unknown): unknown {
  if (error instanceof AppError || !isSystemError(error)) return error;
  const options = { cause: error };
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    const sentence = 'There is no room for the export. Free some space or choose another folder.';
    return new AppError('store-full', sentence, options);
  }
  const reason = REASONS[error.code] ?? 'The export could not be written.';
  return new AppError('store-failed', `${reason} (${messageOf(error)})`, options);
}

const DENIED = 'Inkling may not write to this folder. Choose another one.';
const REASONS: Readonly<Record<string, string>> = {
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: DENIED,
  ENOENT: 'The folder is not there any more. Choose another one.',
  ENOTDIR: 'This is not a folder. Choose another one.',
};

export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'errno' in error;
}
