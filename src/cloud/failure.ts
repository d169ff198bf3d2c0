/** What an error of the Firestore client means for the engine (S8). Numbers are gRPC's status codes. */
import { AppError, messageOf } from '#shared/base/error.ts';
import type { FailureKind, RemoteFailure } from '#shared/note/remote-store.ts';

export const UNAUTHENTICATED = 16;

const KINDS: ReadonlyMap<number, FailureKind> = new Map([
  [3, 'note'], // INVALID_ARGUMENT
  [5, 'conflict'], // NOT_FOUND: an edit of a note that is gone
  [6, 'conflict'], // ALREADY_EXISTS: a creation that has happened
  [7, 'note'], // PERMISSION_DENIED
  [9, 'conflict'], // FAILED_PRECONDITION: the document is not at the updateTime that the write is based on
  [11, 'note'], // OUT_OF_RANGE
  [UNAUTHENTICATED, 'session'],
]);

/** The client itself refused to send the write. */
export class RefusedWrite extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** Every other failure may pass by itself: CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, … */
export function failureOf(thrown: unknown): RemoteFailure {
  if (thrown instanceof AppError) return { kind: kindOfToken(thrown), message: thrown.message };
  if (thrown instanceof RefusedWrite) return { kind: 'note', message: thrown.message };
  const code = codeOf(thrown);
  return { kind: (code === null ? undefined : KINDS.get(code)) ?? 'wait', message: messageOf(thrown) };
}

export function codeOf(thrown: unknown): number | null {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return null;
  return typeof thrown.code === 'number' ? thrown.code : null;
}

/** Here only the token source throws an AppError. */
function kindOfToken(error: AppError): FailureKind {
  return error.code === 'session-expired' || error.code === 'not-signed-in' ? 'session' : 'wait';
}
