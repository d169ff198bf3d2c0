/**
 * What the sync engine needs of this device: a durable store. Its only other ports are the cloud
 * (`#shared/note/remote-store.ts`) and time (`#shared/base/clock.ts`); it knows nothing of
 * SQLite, Firestore or timers.
 */
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import type { Micros, UpdateTime } from '#shared/note/remote-store.ts';
import type { NoteRecord } from './note-record.ts';

/** When a transaction survives a power cut. It always survives the end of the app, however sudden. */
export type Durability =
  /** Before it is answered: for the user's actions (S1). */
  | 'at once'
  /**
   * At the latest with the next transaction that is durable at once. Only for what the cloud can report or
   * upkeep can do again, never for the user's actions.
   */
  | 'soon';

/** This device's durable memory of one account. Every method is synchronous and throws if the disk fails. */
export interface LocalStore {
  /** Runs the work once and makes all of it durable, or none of it. */
  transaction<Result>(work: () => Result, durable?: Durability): Result;
  /**
   * @param sentRecord the record as it was written with its last attempt. It is returned itself if that
   *   attempt has no answer and no edit or remote change has come since, which saves reading its words again.
   */
  read(id: NoteId, sentRecord?: NoteRecord): NoteRecord | null;
  /**
   * Replaces the record of the note; a record without any state (`withoutState`) is removed.
   * @param before what `read` returns now; passing it saves a read
   */
  write(record: NoteRecord, before?: NoteRecord | null): void;
  /**
   * Notes that the cloud is known to have, ordered by id: the first ones after `after`, or the
   * very first ones for null.
   */
  remoteIds(after: NoteId | null, limit: number): readonly NoteId[];
  /** Notes with a pending change that the cloud has not refused, oldest change first. */
  pendingIds(limit: number): readonly NoteId[];
  /** Records that the cloud refuses, oldest change first. */
  refusedRecords(): readonly NoteRecord[];
  /** Lets every note that the cloud refused be pushed again. */
  clearRefusals(): void;
  readonly history: History;
  readonly newCopies: NewCopies;
  /** How many notes are shown outside of the trash. */
  countOutsideTrash(): number;
  /**
   * The greatest creation time in use; 0 without notes. Dates that were in the future when the cloud got them
   * do not count, nor those of conflict copies, which may copy such a date.
   */
  newestCreated(): Micros;
  /** The number of the next pending change, greater than all before. */
  nextSequence(): number;
  counts(): { readonly pending: number; readonly refused: number };
  /** Whether a complete snapshot has ever been stored. */
  isLoaded(): boolean;
  setLoaded(): void;
  /**
   * The user deletes the note for ever: its history is deleted, and the next write of the note adds nothing
   * to the history. To be called before the record without `local` is written.
   */
  markDeletedForever(id: NoteId): void;
  /**
   * Gives the note another id, with its row, pending change and history. Its draft stays
   * under the id that pages know.
   */
  rename(from: NoteId, to: NoteId): void;
  /** False after a salvage, until a complete snapshot is stored (S13). */
  isConfirmed(): boolean;
  /** A complete snapshot is stored: no note is in doubt any more. */
  setConfirmed(): void;
  /**
   * For a note in doubt (S13.4), the `updateTime` that was salvaged with it, or null if that was unreadable.
   * Undefined if the note is not in doubt.
   */
  updateTimeInDoubt(id: NoteId): UpdateTime | null | undefined;
}

/** Conflict copies that sync made on this device and that the user has not been told of yet (S5.13). */
export interface NewCopies {
  /** The copy must already be stored. */
  add(id: NoteId): void;
  /** Those that are still conflict copies and not in the trash; the newest note first. */
  list(): readonly NoteId[];
  /** The user has been told of the copy. Does nothing if it is not listed. */
  drop(id: NoteId): void;
}

/**
 * Words that were overwritten or removed (S12). The store records them when a title or text
 * changes or a note is removed.
 */
export interface HistoryEntry {
  /** The number of this version of the note, never used twice. */
  readonly version: number;
  readonly id: NoteId;
  readonly fields: NoteFields;
  readonly extra: ExtraFields;
  readonly created: Micros;
}

export interface History {
  read(version: number): HistoryEntry | null;
  /** Does nothing if there is no such version. */
  drop(version: number): void;
  /** The note is back with exactly these words, so they no longer count as removed. */
  dropRemoved(id: NoteId, words: Pick<NoteFields, 'title' | 'text'>): void;
  /**
   * The last words of this note, which was removed just now, stay until the user has answered (S13.7). Does
   * nothing if it had none.
   */
  addMissing(id: NoteId): void;
  /** Number of the version that was recorded last; 0 if there is none. */
  newestVersion(): number;
  /** An edit of the user replaced the versions after this one, without a merge: they may be thinned (S12.6). */
  setByEdit(after: number): void;
  /**
   * Versions up to this number were recorded before a snapshot of this time was requested: their days count
   * from it, except those of missing notes.
   */
  setExpiryStart(time: UpdateTime, upTo: number): void;
  /**
   * Drops versions whose days count from a time before this one, except those of missing notes, in a slice of a
   * few milliseconds.
   * @returns whether there may be more
   */
  dropExpired(time: UpdateTime): boolean;
}
