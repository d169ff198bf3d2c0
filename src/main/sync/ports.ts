/**
 * What the sync engine needs from the outside: a store on this device, the cloud, and time. The engine knows
 * nothing of SQLite, Firestore or timers; those stand behind these ports.
 */
import type { NoteFields, NoteId, NotePatch } from '#shared/note.ts';
import type { ExtraFields } from './extra-fields.ts';
import type { NoteRecord } from './note-record.ts';

/** Microseconds since the epoch, Firestore's resolution; exact as a number until the year 2255. */
export type Micros = number;

/**
 * A point in the cloud's time, such as a document's version: seconds and nanoseconds with leading zeros, so that
 * a later one is the greater string.
 */
export type UpdateTime = string & { readonly __brand: 'UpdateTime' };

/** A note's document as the cloud has it, after parsing. */
export interface RemoteNote {
  readonly id: NoteId;
  readonly fields: NoteFields;
  /** All other fields, kept as they are. */
  readonly extra: ExtraFields;
  /** `createdAt`, or the document's own creation time where that field is no timestamp. */
  readonly created: Micros;
  readonly updateTime: UpdateTime;
}

export type RemoteChange =
  | { readonly kind: 'present'; readonly note: RemoteNote }
  | { readonly kind: 'absent'; readonly id: NoteId };

export interface RemoteSnapshot {
  /** Whether `changes` name every note that the cloud has; what is not named is then absent there. */
  readonly complete: boolean;
  /** The state is that of this moment; a version that is known to be later is not touched by it. */
  readonly readTime: UpdateTime;
  readonly changes: readonly RemoteChange[];
}

/** One write of a commit, with the precondition that S4 asks for. */
export type RemoteWrite =
  | { readonly kind: 'create'; readonly id: NoteId; readonly fields: NoteFields; readonly extra: ExtraFields }
  | { readonly kind: 'edit'; readonly id: NoteId; readonly patch: NotePatch; readonly basedOn: UpdateTime }
  | { readonly kind: 'delete'; readonly id: NoteId; readonly basedOn: UpdateTime };

/** Why the cloud did not do what was asked (S5, S8). */
export interface RemoteFailure {
  readonly kind: FailureKind;
  readonly message: string;
}
export type FailureKind =
  /** Nothing is wrong with what was asked: back off and ask again. */
  | 'wait'
  /** The token is not taken: sign in again. */
  | 'session'
  /** A note of the batch is not acceptable: set it aside. */
  | 'note'
  /** A precondition failed: fetch, rebase, push again. */
  | 'conflict';

export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: RemoteFailure };

/** The cloud. No call throws and none waits for ever: what goes wrong is answered as a `RemoteFailure`. */
export interface RemoteStore {
  /**
   * Follows the account's notes until the returned function is called or `onEnd` has been; neither handler is
   * called after either. The first snapshot is complete.
   */
  listen(handlers: {
    onSnapshot: (snapshot: RemoteSnapshot) => void;
    onEnd: (failure: RemoteFailure) => void;
  }): () => void;
  /** All or nothing; at most `MAX_BATCH_WRITES`. The answer holds each note's new version, null for a deletion. */
  commit(writes: readonly RemoteWrite[]): Promise<Answer<readonly (UpdateTime | null)[]>>;
  /**
   * These writes are likely to be committed next, as this very array: what can be got ready for it may be. Nothing is sent.
   */
  prepare?(writes: readonly RemoteWrite[]): void;
  /** These notes as they are now. */
  fetch(ids: readonly NoteId[]): Promise<Answer<RemoteSnapshot>>;
  /**
   * Whether the cloud still answers on the connection that the live query is on: one small question, answered within
   * seconds (S9). Where no answer comes, that connection is given up: live queries on it end, and whatever is asked
   * next goes by a new one.
   */
  check(): Promise<Answer<null>>;
  dispose(): void;
}

/** When a transaction survives a power cut. The end of the app, however sudden, it always survives. */
export type Durability =
  /** Before it is answered: what a person did (S1). */
  | 'at once'
  /**
   * Together with the next one that is durable at once, or soon. For what the cloud can tell again, and for nothing that
   * a person did.
   */
  | 'soon';

/** This device's durable memory of one account. Every method is synchronous and throws when the disk fails. */
export interface LocalStore {
  /** Runs the work and makes all of it durable, or none of it. */
  transaction<Result>(work: () => Result, durable?: Durability): Result;
  read(id: NoteId): NoteRecord | null;
  /**
   * Replaces what is known of the note; a record without anything left to know is removed.
   * @param before what `read` has answered since the note was last written, null where it knew nothing of it: only what
   *   differs is written then
   */
  write(record: NoteRecord, before?: NoteRecord | null): void;
  /** Version and date by which the cloud is known to have the note; null when it is not known to have it. */
  remoteVersion(id: NoteId): { readonly updateTime: UpdateTime; readonly created: Micros } | null;
  /** Notes that the cloud is known to have, ordered by id: the first ones after `after`, null for the very first. */
  remoteIds(after: NoteId | null, limit: number): readonly NoteId[];
  /** Notes with a pending change that the cloud has not refused, oldest change first. */
  pending(limit: number): readonly NoteId[];
  /** Records that the cloud refuses, oldest change first. */
  refused(): readonly NoteRecord[];
  readonly removed: RemovedNotes;
  /** The greatest creation time in use, 0 without notes. */
  newestCreated(): Micros;
  /** The number of the next pending change; greater than all before. */
  nextSequence(): number;
  counts(): { readonly pending: number; readonly refused: number };
  /** Whether a complete snapshot has ever been stored. */
  isLoaded(): boolean;
  setLoaded(): void;
}

/** The last content of a note that the cloud removed while nothing was pending here (S6). */
export interface RemovedNote {
  readonly id: NoteId;
  readonly fields: NoteFields;
  readonly extra: ExtraFields;
  readonly created: Micros;
  /** Milliseconds since the epoch. */
  readonly removedAt: number;
}

export interface RemovedNotes {
  read(id: NoteId): RemovedNote | null;
  keep(note: RemovedNote): void;
  /** Dropping what is not there is no error. */
  drop(id: NoteId): void;
  /** Drops what was removed before this time, milliseconds since the epoch. */
  dropBefore(time: number): void;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back once after `ms`; answers with the function that cancels. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** From 0 (included) to 1 (excluded), for jitter. */
  readonly random: () => number;
}
