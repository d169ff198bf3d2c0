/** What an error of the Firestore client means to the engine (S8). Numbers are gRPC's status codes. */
import { AppError, messageOf } from '#shared/base/error.ts';
import type { FailureKind, RemoteFailure } from '#shared/note/remote-store.ts';
import type { Refusal } from '#shared/base/reasons.ts';

const PERMISSION_DENIED = 7;
export const UNAUTHENTICATED = 16;

const KINDS: ReadonlyMap<number, FailureKind> = new Map([
  [3, 'note'], // INVALID_ARGUMENT
  [5, 'conflict'], // NOT_FOUND: an edit of a deleted note
  [6, 'conflict'], // ALREADY_EXISTS: a creation of an existing note
  [PERMISSION_DENIED, 'note'],
  [9, 'conflict'], // FAILED_PRECONDITION: the document's updateTime is not the one that the write is based on
  [11, 'note'], // OUT_OF_RANGE
  [UNAUTHENTICATED, 'session'],
]);

/** The client itself refused to send the write. */
export class RefusedWrite extends AppError {
  constructor(cause: unknown) {
    super('invalid-argument', 'cloud-refused-value', { cause });
  }
}

/** How Firestore's messages name its limits on the size of a document and of a property. */
const TOO_LARGE =
  /too (?:large|big|long)|exceeds|(?:longer|larger) than|maximum (?:allowed )?size|1,?048,?(?:576|487)/i;

/** @param thrown an error of the kind `note` */
function refusalOf(thrown: unknown): Refusal {
  if (TOO_LARGE.test(messageOf(thrown))) return 'note-too-large';
  if (codeOf(thrown) === PERMISSION_DENIED) return 'note-denied';
  return codeOf(thrown) === null ? 'note-refused' : 'note-invalid';
}

/**
 * A status that `KINDS` does not list may pass by itself: CANCELLED, UNKNOWN, DEADLINE_EXCEEDED,
 * RESOURCE_EXHAUSTED, ABORTED, INTERNAL, …
 */
export function failureOf(thrown: unknown): RemoteFailure {
  if (thrown instanceof RefusedWrite)
    return { kind: 'note', reason: thrown.reason, refusal: refusalOf(thrown.cause) };
  if (thrown instanceof AppError) return { kind: kindOfToken(thrown), reason: thrown.reason };
  const status = codeOf(thrown);
  if (status === null) return { kind: 'wait', reason: 'cloud-client-failed' };
  const kind = KINDS.get(status) ?? 'wait';
  const reason = { id: 'cloud-status', status } as const;
  return kind === 'note' ? { kind, reason, refusal: refusalOf(thrown) } : { kind, reason };
}

export function codeOf(thrown: unknown): number | null {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return null;
  return typeof thrown.code === 'number' ? thrown.code : null;
}

/** Of the AppErrors thrown here, only the token source's end a session. */
function kindOfToken(error: AppError): 'session' | 'wait' {
  return error.code === 'session-expired' || error.code === 'not-signed-in' ? 'session' : 'wait';
}
