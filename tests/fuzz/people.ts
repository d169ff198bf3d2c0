/**
 * The persons who use the devices of a run, and the facts about each person's notes that depend on no device.
 */
import type { NoteFields, NoteId, Uid } from '#shared/note/note.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import type { Ledger } from './ledger.ts';
import type { WrittenNotes } from './written-notes.ts';

export interface Person {
  readonly uid: Uid;
  readonly ledger: Ledger;
  readonly cloud: PersonCloud;
  /** Notes that a person changed at one of the devices. The devices must write no others. */
  readonly touched: Set<NoteId>;
  /** Notes whose deletion for ever a person requested at a device. */
  readonly deleted: Set<NoteId>;
  /** Notes that have been in the trash for longer than any device's limit. */
  readonly mayExpire: Set<NoteId>;
  /**
   * Notes that a person deleted, at a device or elsewhere. A device with a pending change of such a note
   * brings it back as the device knew it.
   */
  readonly mayReturn: Set<NoteId>;
  /** Labels of another client that a person removed from a note. */
  readonly takenLabels: Map<NoteId, readonly string[]>;
  readonly written: WrittenNotes;
  /** Notes of pushes that took effect without an answer. */
  readonly unanswered: Set<NoteId>;
  /**
   * Words of changes that were unpushed when a table other than that of notes was damaged. It is not enough
   * if only the history has them.
   */
  readonly mustBeShown: Set<string>;
  /**
   * Whether files of this person were damaged on any device. Then salvaged words may be in history or drafts,
   * or exist twice, and removed notes may be back.
   */
  damaged: boolean;
  /** Whether a request of this person was refused but may have been done. */
  uncertain: boolean;
  /**
   * Whether words waited in a file that the account could not take. A continued box may hold them twice.
   */
  repeated: boolean;
}

/** A person's notes in the cloud, as other clients reach them: past every rule, and at once. */
export interface PersonCloud {
  documents(): readonly CloudNote[];
  put(id: NoteId, fields: NoteFields, extra: ExtraFields): void;
  remove(id: NoteId): void;
  /** Writes a document that no version of the app would write. */
  putMalformed(id: NoteId, text: string, variety: number): void;
}

export interface CloudNote {
  readonly id: NoteId;
  readonly fields: NoteFields;
  /** Null if unknown in this form. */
  readonly extra: ExtraFields | null;
  /** Microseconds since the epoch; null if unknown. */
  readonly created: number | null;
}

export type Report = (problem: string) => void;
