/**
 * The cloud as sync needs it: a port between the account's thread, which calls it, and the cloud's thread,
 * which implements it with Firestore. All of its data is plain, as structured cloning requires.
 */
import type { ExtraFields } from './extra-fields.ts';
import type { NoteFields, NoteId, NotePatch } from './note.ts';
import type { CloudRefusal } from '../base/cloud-refusal.ts';
import type { Reason, Refusal } from '../base/reasons.ts';

/** Microseconds since the epoch, Firestore's resolution. */
export type Micros = number;

/**
 * Any client may write a date of the years 1 to 9999. Before 1684 and after 2255, where a number cannot hold
 * each microsecond, it becomes a whole second, which it can.
 */
export function toMicros(seconds: number, micros: number): Micros {
  const time = seconds * 1_000_000 + micros;
  return Number.isSafeInteger(time) ? time : seconds * 1_000_000;
}

/**
 * A point in the cloud's time, such as a document's `updateTime`: seconds and nanoseconds with leading zeros,
 * so that a later one is the greater string.
 */
export type UpdateTime = string & { readonly __brand: 'UpdateTime' };

/**
 * The `updateTime` of a note whose real one is unknown after a salvage. It is older than every real
 * `updateTime`, so that the next remote change of the note counts, and it proves nothing (S13).
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
   * `createdAt`, or the document's own creation time if that field is no timestamp, by `toMicros`.
   */
  readonly created: Micros;
  readonly updateTime: UpdateTime;
}

export type RemoteChange =
  | { readonly kind: 'present'; readonly note: RemoteNote }
  | { readonly kind: 'absent'; readonly id: NoteId };

export interface RemoteSnapshot {
  /** Whether `changes` names every note that the cloud has; all others are then absent there. */
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

/** Why the cloud did not answer a call (S5, S8). */
export type RemoteFailure =
  /** The request itself is valid: back off and try again. */
  | { readonly kind: 'wait'; readonly reason: Reason }
  /** The account as a whole is refused: say why, and ask again slowly. */
  | { readonly kind: 'refused'; readonly reason: Reason; readonly refusal: CloudRefusal }
  /** The token is not accepted: sign in again. */
  | { readonly kind: 'session'; readonly reason: Reason }
  /** The cloud does not accept a note of the batch: set it aside, and show the user its refusal. */
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
   * Called with true when the connection is lost or cannot be made. When the live query resumes, which it
   * does by itself, it is called with false, and the changes made meanwhile follow. May be called repeatedly
   * with the same value.
   */
  readonly onInterruption?: ((isInterrupted: boolean) => void) | undefined;
  readonly onEnd: (failure: RemoteFailure) => void;
}

/** The cloud. No call throws or waits forever: errors are answered as a `RemoteFailure`. */
export interface RemoteStore {
  /**
   * Subscribes to the account's notes until the returned function or `onEnd` is called. After that, no
   * handler is called. The first snapshot is complete.
   */
  listen(handlers: ListenHandlers): () => void;
  /**
   * All or nothing; at most `MAX_BATCH_WRITES`. Answers with each note's new `updateTime`, null if deleted.
   */
  commit(writes: readonly RemoteWrite[]): Promise<Answer<readonly (UpdateTime | null)[]>>;
  /** These notes as they are now. */
  fetch(ids: readonly NoteId[]): Promise<Answer<RemoteSnapshot>>;
  /**
   * Asks whether the cloud still answers on the connection of the live query, with one small request that is
   * answered within seconds (S9). Without an answer, that connection is given up: its live queries end, other
   * calls on it are answered with a `wait` failure, and the next call makes a new connection. If the
   * connection is known to be lost already, nothing is given up: live queries continue on the next one.
   */
  check(): Promise<Answer<null>>;
  dispose(): void;
}
