/**
 * Errors that cross a boundary (process, network, file). Each has a code from this one list, which callers
 * decide by, and a reason, whose sentence the user can act on.
 */
import { type Reason, sentenceOf } from './reasons.ts';

export const ERROR_CODES = [
  'invalid-argument',
  'forbidden-sender',
  'not-signed-in',
  'note-not-found',
  'drafts-unread',
  'config-invalid',
  'refused-switch',
  'sign-in-failed',
  'sign-in-superseded',
  'session-expired',
  'network',
  'transfer-running',
  'too-often',
  'store-newer',
  'store-damaged',
  'store-full',
  'store-failed',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** An error as plain data, as threads and pages send it to each other. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly reason: Reason;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly reason: Reason;

  constructor(code: ErrorCode, reason: Reason, options?: ErrorOptions) {
    super(sentenceOf(reason), options);
    this.name = 'AppError';
    this.code = code;
    this.reason = reason;
  }
}

/** The error for another thread or a page, which learns nothing about an error that is not the app's own. */
export function toPlainError(thrown: unknown): PlainError {
  if (!(thrown instanceof AppError)) return { code: 'internal', reason: 'unexpected' };
  return { code: thrown.code, reason: thrown.reason };
}

export function hasCode(thrown: unknown, code: ErrorCode): boolean {
  return thrown instanceof AppError && thrown.code === code;
}

/** The message of a thrown value, for the user of this device. The log gets `describeError`. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The system's error code, such as `ENOENT`; undefined for an error that has none. */
export function systemCodeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}

/** `systemCodeOf` as data of a reason; empty if there is no code. */
export function codeTextOf(thrown: unknown): string {
  const code = systemCodeOf(thrown);
  return typeof code === 'string' ? code : '';
}
