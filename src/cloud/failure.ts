/** What an error of the Firestore client means to the engine (S8). Numbers are gRPC's status codes. */
import { AppError, messageOf } from '#shared/base/error.ts';
import type { FailureKind, RemoteFailure } from '#shared/note/remote-store.ts';
import type { CloudRefusalCause } from '#shared/base/cloud-refusal.ts';
import type { Refusal } from '#shared/base/reasons.ts';
import { hiddenStatusOf } from './hidden-status.ts';

const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;
const RESOURCE_EXHAUSTED = 8;
const FAILED_PRECONDITION = 9;
export const UNAUTHENTICATED = 16;

const KINDS: ReadonlyMap<number, Exclude<FailureKind, 'refused'>> = new Map([
  [3, 'note'], // INVALID_ARGUMENT
  [NOT_FOUND, 'conflict'], // an edit of a deleted note
  [6, 'conflict'], // ALREADY_EXISTS: a creation of an existing note
  [PERMISSION_DENIED, 'note'],
  [FAILED_PRECONDITION, 'conflict'], // the document's updateTime is not the one that the write is based on
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

/** How Google says that an API was never switched on in a project, or no longer is. */
const API_OFF = /SERVICE_DISABLED|API has not been used|it is disabled/;
const NO_DATABASE = /\bdatabase\b.* does not exist/i;
const NO_INDEX = /requires? an? index/i;

/** Why the account as a whole is refused; null if the status does not say so. */
function causeOf(status: number, message: string, isQuery: boolean): CloudRefusalCause | null {
  if (status === RESOURCE_EXHAUSTED) return 'quota-spent';
  if (status === PERMISSION_DENIED && API_OFF.test(message)) return 'api-off';
  if (status === NOT_FOUND && NO_DATABASE.test(message)) return 'database-missing';
  if (isQuery && status === PERMISSION_DENIED) return 'access-denied';
  if (isQuery && status === FAILED_PRECONDITION && NO_INDEX.test(message)) return 'index-missing';
  return null;
}

/** What the error of a commit or a fetch means. */
export function failureOf(thrown: unknown): RemoteFailure {
  return describeFailure(thrown, codeOf(thrown), false);
}

/** If the server ends the query inside of its stream, the SDK puts the status into the message. */
const IN_STREAM = /^Error (\d{1,2}): /;

/** What the end of the live query means: it concerns the whole account, and never a note. */
export function queryFailureOf(thrown: unknown): RemoteFailure {
  const inStream = IN_STREAM.exec(messageOf(thrown))?.[1];
  const failure = describeFailure(thrown, codeOf(thrown) ?? (inStream ? Number(inStream) : null), true);
  return failure.kind === 'note' || failure.kind === 'conflict'
    ? { kind: 'wait', reason: failure.reason }
    : failure;
}

/**
 * A status that `KINDS` does not list may pass by itself: CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, ABORTED,
 * INTERNAL, …
 */
function describeFailure(thrown: unknown, status: number | null, isQuery: boolean): RemoteFailure {
  if (thrown instanceof RefusedWrite)
    return { kind: 'note', reason: thrown.reason, refusal: refusalOf(thrown.cause) };
  if (thrown instanceof AppError) return { kind: kindOfToken(thrown), reason: thrown.reason };
  if (status === null) return { kind: 'wait', reason: 'cloud-client-failed' };
  const reason = { id: 'cloud-status', status } as const;
  const cause = causeOf(status, messageOf(thrown), isQuery);
  if (cause !== null) return { kind: 'refused', reason, refusal: { cause, status } };
  const kind = KINDS.get(status) ?? 'wait';
  return kind === 'note' ? { kind, reason, refusal: refusalOf(thrown) } : { kind, reason };
}

/** The gRPC status of an error of the SDK; null if it has none. */
export function codeOf(thrown: unknown): number | null {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return null;
  const realStatus = 'metadata' in thrown ? hiddenStatusOf(thrown.metadata) : null;
  return realStatus ?? (typeof thrown.code === 'number' ? thrown.code : null);
}

/** Of the AppErrors thrown here, only the token source's end a session. */
function kindOfToken(error: AppError): 'session' | 'wait' {
  return error.code === 'session-expired' || error.code === 'not-signed-in' ? 'session' : 'wait';
}
