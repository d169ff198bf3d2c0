/**
 * The cloud as sync needs it: a port between the account's thread, which asks, and the cloud's thread, which
 * has Firestore behind it. All of it is plain data, as structured cloning requires.
 */
import type { ExtraFields } from './extra-fields.ts';
import type { NoteFields, NoteId, NotePatch } from './note.ts';
import type { Reason, Refusal } from '../base/reasons.ts';

/** Microseconds since the epoch, Firestore's resolution. */
export type Micros = number;

/**
 * The earliest and the latest date that a note may have here, in 1684 and in 2255. Firestore's own range is
 * wider. Numbers between these two are exact, and stay exact for months beyond them, so that notes of one
 * date can be put one microsecond after the other.
 */
export const EARLIEST_CREATED: Micros = -9_000_000_000_000_000;
export const LATEST_CREATED: Micros = 9_000_000_000_000_000;

/**
 * A point in the cloud's time, such as a document's `updateTime`: seconds and nanoseconds with leading zeros,
 * so that a later one is the greater string.
 */
export type UpdateTime = string & { readonly __brand: 'UpdateTime' };

/**
 * The `updateTime` of a note if nobody knows, after a salvage, which one the cloud has. It is older than
 * every real `updateTime`, so that the next remote change of the note counts, and it proves nothing (S13).
 */
export const UNVERIFIED = parseUpdateTime('000000000000.000000000');

export function isUpdateTime(text: string): text is UpdateTime {
  return /^\d{12}\.\d{9}$/.test(text);
}

/** @throws Error if the text is no such time */
export function parseUpdateTime(text: string): UpdateTime {
  if (!isUpdateTime(text)) throw new Error(`Not a time of the cloud: ${text}`);
  return text;
}

/** Milliseconds since the epoch; null for an unknown time. */
export function millisOf(time: UpdateTime): number | null {
  const [seconds, nanoseconds] = time.split('.').map(Number);
  return time === UNVERIFIED ? null : (seconds ?? 0) * 1000 + Math.floor((nanoseconds ?? 0) / 1_000_000);
}

/** A note's document as the cloud has it, after parsing. */
export interface RemoteNote {
  readonly id: NoteId;
  readonly fields: NoteFields;
  /** All other fields, as they are in the document. */
  readonly extra: ExtraFields;
  /**
   * `createdAt`, or the document's own creation time if that field is no timestamp; from `EARLIEST_CREATED`
   * to `LATEST_CREATED`.
   */
  readonly created: Micros;
  readonly updateTime: UpdateTime;
}

export type RemoteChange =
  | { readonly kind: 'present'; readonly note: RemoteNote }
  | { readonly kind: 'absent'; readonly id: NoteId };

export interface RemoteSnapshot {
  /** Whether `changes` name every note that the cloud has; what is not named is then absent there. */
  readonly complete: boolean;
  /** The time of this state. A record with a later `updateTime` is not changed by it. */
  readonly readTime: UpdateTime;
  readonly changes: readonly RemoteChange[];
}

/** One write of a commit, with the precondition that S4 requires. */
export type RemoteWrite =
  | { readonly kind: 'create'; readonly id: NoteId; readonly fields: NoteFields; readonly extra: ExtraFields }
  | { readonly kind: 'edit'; readonly id: NoteId; readonly patch: NotePatch; readonly basedOn: UpdateTime }
  | { readonly kind: 'delete'; readonly id: NoteId; readonly basedOn: UpdateTime };

/** Why the cloud did not do what was asked (S5, S8). */
export type RemoteFailure =
  /** Nothing is wrong with what was asked: back off and ask again. */
  | { readonly kind: 'wait'; readonly reason: Reason }
  /** The token is not accepted: sign in again. */
  | { readonly kind: 'session'; readonly reason: Reason }
  /** A note of the batch is not acceptable: set it aside, with the refusal for the person. */
  | { readonly kind: 'note'; readonly reason: Reason; readonly refusal: Refusal }
  /** A precondition failed: fetch, rebase, push again. */
  | { readonly kind: 'conflict'; readonly reason: Reason };
export type FailureKind = RemoteFailure['kind'];

export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: RemoteFailure };

export interface ListenHandlers {
  readonly onSnapshot: (snapshot: RemoteSnapshot) => void;
  /**
   * True: the connection is lost, or cannot be made. The live query goes on by itself when it can. That is
   * reported with false, and what has changed meanwhile follows. May be called more than once with the same
   * value.
   */
  readonly onInterruption?: ((isInterrupted: boolean) => void) | undefined;
  readonly onEnd: (failure: RemoteFailure) => void;
}

/** The cloud. No call throws and none waits for ever: what goes wrong is answered as a `RemoteFailure`. */
export interface RemoteStore {
  /**
   * Subscribes to the account's notes until the returned function is called or `onEnd` was called. After
   * either, no handler is called any more. The first snapshot is complete.
   */
  listen(handlers: ListenHandlers): () => void;
  /**
   * All or nothing; at most `MAX_BATCH_WRITES`. The answer holds each note's new `updateTime`, null for a
   * deletion.
   */
  commit(writes: readonly RemoteWrite[]): Promise<Answer<readonly (UpdateTime | null)[]>>;
  /** These notes as they are now. */
  fetch(ids: readonly NoteId[]): Promise<Answer<RemoteSnapshot>>;
  /**
   * Whether the cloud still answers on the connection that the live query is on: one small question, answered
   * within seconds (S9). If no answer comes, that connection is given up: live queries on it end, other calls
   * on it are answered with a `wait` failure, and the next call goes by a new connection. If it is known that
   * there is no connection, nothing is given up: live queries go on with the next one.
   */
  check(): Promise<Answer<null>>;
  dispose(): void;
}
