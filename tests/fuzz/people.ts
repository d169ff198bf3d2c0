/**
 * The people who use the devices of a run, and what is known of each person's notes apart from any device.
 */
import type { NoteFields, NoteId, Uid } from '#shared/note/note.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import type { Ledger } from './ledger.ts';
import type { WrittenNotes } from './written-notes.ts';

export interface Person {
  readonly uid: Uid;
  readonly ledger: Ledger;
  readonly cloud: PersonCloud;
  /** Notes that somebody worked on at one of the devices. The devices must write no others. */
  readonly touched: Set<NoteId>;
  /** Notes that somebody has asked a device to delete for ever. */
  readonly deleted: Set<NoteId>;
  /** Notes that have been in the trash for longer than any device keeps them there. */
  readonly mayExpire: Set<NoteId>;
  /**
   * Notes that somebody deleted, at a device or elsewhere. A device with a change of one brings it back as it
   * knew it.
   */
  readonly mayReturn: Set<NoteId>;
  /** Labels of another client that somebody took away from a note. */
  readonly takenLabels: Map<NoteId, readonly string[]>;
  readonly written: WrittenNotes;
  /** Notes of pushes that took effect without an answer. */
  readonly unanswered: Set<NoteId>;
  /**
   * Words of changes that were not pushed when a table was damaged, but not that of notes. The history alone
   * is not enough.
   */
  readonly mustBeShown: Set<string>;
  /**
   * Whether files of this person were damaged on some device. Then salvaged words may be in history or
   * drafts, or there twice, and notes that were gone may be back.
   */
  damaged: boolean;
  /** Whether a request of this person was refused and may have been done all the same. */
  uncertain: boolean;
  /**
   * Whether words waited in a file that the account could not take. A box where typing went on may hold them
   * twice.
   */
  repeated: boolean;
}

/** A person's notes in the cloud, as other clients reach them: past every rule, and at once. */
export interface PersonCloud {
  documents(): readonly CloudNote[];
  put(id: NoteId, fields: NoteFields, extra: ExtraFields): void;
  remove(id: NoteId): void;
  /** Writes a document as no version of the app would. */
  putMalformed(id: NoteId, text: string, variety: number): void;
}

export interface CloudNote {
  readonly id: NoteId;
  readonly fields: NoteFields;
  /** Null if it is not known in this form. */
  readonly extra: ExtraFields | null;
  /** Microseconds since the epoch; null if it is not known. */
  readonly created: number | null;
}

/** Reports something that does not hold. */
export type Report = (problem: string) => void;
