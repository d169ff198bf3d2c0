/**
 * What the sync engine needs of this device: a durable store. With the cloud (`#shared/remote-store.ts`) and time
 * (`#shared/clock.ts`) these are all the ports that it has; it knows nothing of SQLite, Firestore or timers.
 */
import type { ExtraFields } from '#shared/extra-fields.ts';
import type { NoteFields, NoteId } from '#shared/note.ts';
import type { Micros, UpdateTime } from '#shared/remote-store.ts';
import type { NoteRecord } from './note-record.ts';

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
  /** Runs the work, once, and makes all of it durable, or none of it. */
  transaction<Result>(work: () => Result, durable?: Durability): Result;
  read(id: NoteId): NoteRecord | null;
  /**
   * Replaces what is known of the note; a record without anything left to know is removed.
   * @param before what `read` answers now; whoever has read it already spares a reading
   */
  write(record: NoteRecord, before?: NoteRecord | null): void;
  /** Notes that the cloud is known to have, ordered by id: the first ones after `after`, null for the very first. */
  remoteIds(after: NoteId | null, limit: number): readonly NoteId[];
  /** Notes with a pending change that the cloud has not refused, oldest change first. */
  pending(limit: number): readonly NoteId[];
  /** Records that the cloud refuses, oldest change first. */
  refused(): readonly NoteRecord[];
  readonly history: History;
  /** The greatest creation time in use, 0 without notes. */
  newestCreated(): Micros;
  /** The number of the next pending change; greater than all before. */
  nextSequence(): number;
  counts(): { readonly pending: number; readonly refused: number };
  /** Whether a complete snapshot has ever been stored. */
  isLoaded(): boolean;
  setLoaded(): void;
  /**
   * The person deletes the note for ever: its history goes, and what is written of it next is not kept there. To be called
   * before the record without `local` is written.
   */
  markGone(id: NoteId): void;
  /** Gives the note another name; its row, its pending change and its history stay. Its draft stays under the name that pages know. */
  rename(from: NoteId, to: NoteId): void;
  /** False from a salvage on until a complete snapshot is stored (S13). */
  isConfirmed(): boolean;
  /** A complete snapshot is stored: nothing is in doubt any more. */
  setConfirmed(): void;
  /**
   * Where the outbox could not be read whole, of a note that nothing is known to be pending of: the version that stood
   * with it, null where that could not be read. Undefined where there is no doubt.
   */
  doubt(id: NoteId): UpdateTime | null | undefined;
}

/** Words that were overwritten or removed (S12). The store records them by itself, whenever a title or text changes or a note goes. */
export interface HistoryEntry {
  /** Never given twice. */
  readonly version: number;
  readonly id: NoteId;
  readonly fields: NoteFields;
  readonly extra: ExtraFields;
  readonly created: Micros;
}

export interface History {
  read(version: number): HistoryEntry | null;
  /** Dropping what is not there is no error. */
  drop(version: number): void;
  /** The note is back with exactly these words: they count as removed no longer. */
  dropRemoved(id: NoteId, words: Pick<NoteFields, 'title' | 'text'>): void;
  /** The number of the words that were recorded last, 0 without any. */
  newest(): number;
  /** Words up to this number were recorded before the cloud was asked for a snapshot of this time: their days count from it. */
  setKnownTime(time: UpdateTime, upTo: number): void;
  /** Drops words whose days count from a time before this one. */
  dropKnownBefore(time: UpdateTime): void;
}
