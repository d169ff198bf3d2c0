/**
 * Errors that cross a boundary (process, network, file). Each has a code from this one list; whoever catches one
 * decides by the code, and the message is a sentence that a person can act on.
 */
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

export class AppError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
  }
}

export function hasCode(thrown: unknown, code: ErrorCode): boolean {
  return thrown instanceof AppError && thrown.code === code;
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The system's code of a failure, such as `ENOENT`; undefined if it is not an error of the system. */
export function systemCodeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}
