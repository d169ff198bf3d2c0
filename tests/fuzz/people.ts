/** Who uses the devices of a run, and what is known of each person's notes beyond any device. */
import type { NoteFields, NoteId, Uid } from '#shared/note.ts';
import type { ExtraFields } from '#shared/extra-fields.ts';
import type { Ledger } from './ledger.ts';
import type { WrittenNotes } from './written-notes.ts';

export interface Person {
  readonly uid: Uid;
  readonly ledger: Ledger;
  readonly cloud: PersonCloud;
  /** Notes that somebody worked on at one of the devices; they write no others. */
  readonly touched: Set<NoteId>;
  /** Notes that somebody has asked a device to delete for ever. */
  readonly deleted: Set<NoteId>;
  /** Notes that have been in the trash for longer than anybody keeps them there. */
  readonly mayExpire: Set<NoteId>;
  /** Notes that somebody has deleted, at a device or elsewhere: whoever had a change of one brings it back as they knew it. */
  readonly mayReturn: Set<NoteId>;
  /** Labels of another client that somebody took away from a note. */
  readonly takenLabels: Map<NoteId, readonly string[]>;
  readonly written: WrittenNotes;
  /** Notes of pushes that took effect without an answer. */
  readonly unanswered: Set<NoteId>;
  /**
   * Files of theirs were damaged on some device: what was salvaged may stand in history or drafts, may stand twice, and
   * notes that were gone may be back.
   */
  damaged: boolean;
  /** Something that they asked for was refused, and may have been done all the same. */
  uncertain: boolean;
  /** Words of theirs waited in a file that the account could not take yet: a box that went on from what it had shown may hold them twice. */
  repeated: boolean;
}

/** A person's notes in the cloud, as other clients reach them: past every rule, and at once. */
export interface PersonCloud {
  documents(): readonly CloudNote[];
  put(id: NoteId, fields: NoteFields, extra: ExtraFields): void;
  remove(id: NoteId): void;
  /** A document as no version of the app would write it. */
  putMalformed(id: NoteId, text: string, variety: number): void;
}

export interface CloudNote {
  readonly id: NoteId;
  readonly fields: NoteFields;
  /** Null where it is not known in this form. */
  readonly extra: ExtraFields | null;
  /** Microseconds since the epoch; null where it is not known. */
  readonly created: number | null;
}

/** Where everything is noted down that does not hold. */
export type Report = (problem: string) => void;
