/** Who uses the devices of a run, and what is known of each person's notes beyond any device. */
import type { NoteFields, NoteId, Uid } from '#shared/note.ts';
import type { ExtraFields } from '#main/sync/extra-fields.ts';
import type { RemoteStore } from '#main/sync/ports.ts';
import type { Ledger } from './ledger.ts';
import type { WrittenNotes } from './written-notes.ts';

export interface Person {
  readonly uid: Uid;
  readonly ledger: Ledger;
  readonly cloud: PersonCloud;
  /** Notes that somebody worked on at one of the devices; they write no others. */
  readonly touched: Set<NoteId>;
  readonly written: WrittenNotes;
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

/** What a device speaks to the cloud through for one account, until that account is closed. */
export type Connect = (person: Person) => RemoteStore;

/** Where everything is noted down that does not hold. */
export type Report = (problem: string) => void;
