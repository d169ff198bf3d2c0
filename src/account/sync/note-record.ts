/**
 * Everything that this device knows of one note: what is on the screen, what the cloud last said, and whether
 * the difference still has to be pushed. Which kind of mutation is pending follows from these, it is never
 * stored: that is what makes S3 (one coalesced mutation per note) hold by construction.
 */
import type { NoteFields, NoteId } from '#shared/note.ts';
import { changedFields, sameFields } from '#shared/note-fields.ts';
import type { ExtraFields } from '#shared/extra-fields.ts';
import type { Micros, RemoteWrite, UpdateTime } from '#shared/remote-store.ts';

export interface NoteRecord {
  readonly id: NoteId;
  /** The note as it is shown; null when it was deleted for ever here. */
  readonly local: NoteFields | null;
  /** The note as the cloud last had it; null when the cloud is not known to have it. */
  readonly remote: RemoteVersion | null;
  readonly extra: ExtraFields;
  /** Orders the list: the server's timestamp, an estimate until that is known. */
  readonly created: Micros;
  /** Null when nothing waits to be pushed. */
  readonly pending: Pending | null;
}

export interface RemoteVersion {
  readonly fields: NoteFields;
  readonly updateTime: UpdateTime;
}

export interface Pending {
  /** Place in the queue: the note whose change has waited longest is pushed first. */
  readonly sequence: number;
  /** Local revision: grows with each edit here, so that an answer is told from one to an older push. */
  readonly revision: number;
  /**
   * What was sent in pushes whose outcome is not known (S7), a deletion as null. When the cloud turns out to have
   * one of these, it is our own write and no conflict.
   */
  readonly attempts: readonly (NoteFields | null)[];
  /** Why the cloud refuses this note (S8); null while it may be pushed. */
  readonly refused: string | null;
}

/** A write, and the fields that the document has after it; null after a deletion. */
export interface Push {
  readonly write: RemoteWrite;
  readonly leaves: NoteFields | null;
}

/**
 * The next step that brings the cloud to what is on this device; null when there is none.
 *
 * A change that was undone while its push has no answer is pushed all the same, and undone by the step after that:
 * a write that changes nothing would leave the version as it is, and the earlier push, should it still be on its way,
 * would pass its precondition (S7).
 */
export function pushFor(record: NoteRecord): Push | null {
  const { id, local, remote, extra } = record;
  if (remote === null) {
    return local === null ? null : { write: { kind: 'create', id, fields: local, extra }, leaves: local };
  }
  const basedOn = remote.updateTime;
  if (local === null) return { write: { kind: 'delete', id, basedOn }, leaves: null };
  const target = sameFields(local, remote.fields) ? unanswered(record, remote.fields) : local;
  if (target === null) return null;
  return {
    write: { kind: 'edit', id, patch: changedFields(remote.fields, target), basedOn },
    leaves: target,
  };
}

/** What an earlier push, of which no answer came, may still make of the note. */
function unanswered({ pending }: NoteRecord, now: NoteFields): NoteFields | null {
  return pending?.attempts.find((sent) => sent !== null && !sameFields(sent, now)) ?? null;
}

/** The record without its pending change where nothing is left to push and no outcome is open. */
export function withoutDonePending(record: NoteRecord): NoteRecord {
  const { pending } = record;
  const done = pending !== null && pending.attempts.length === 0 && pushFor(record) === null;
  return done ? { ...record, pending: null } : record;
}

/** The record with nothing left to know; a store removes it. */
export function withNothingKnown(record: NoteRecord): NoteRecord {
  return { ...record, local: null, remote: null, pending: null };
}
