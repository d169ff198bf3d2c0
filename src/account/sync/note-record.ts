/**
 * Everything that this device knows about one note: the shown fields, the fields that the cloud last had, and
 * whether the difference is still to be pushed. The kind of the pending mutation follows from these and is
 * never stored, so that S3 (one mutation per note) holds by construction.
 */
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import { changedFields } from '#shared/note/note-fields.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import type { Micros, RemoteWrite, UpdateTime } from '#shared/note/remote-store.ts';
import type { Refusal } from '#shared/base/reasons.ts';

export interface NoteRecord {
  readonly id: NoteId;
  /** The shown fields; null if the note was deleted for ever here. */
  readonly local: NoteFields | null;
  /** The note as the cloud last had it; null if the cloud is not known to have it. */
  readonly remote: RemoteState | null;
  readonly extra: ExtraFields;
  /** Orders the list: the cloud's timestamp, or an estimate until that is known. */
  readonly created: Micros;
  /** Null if there is nothing to push. */
  readonly pending: Pending | null;
}

export interface RemoteState {
  readonly fields: NoteFields;
  readonly updateTime: UpdateTime;
}

export interface Pending {
  /** Place in the queue: the change that has waited longest is pushed first. */
  readonly sequence: number;
  /** Local revision: grows with each edit here, so that an answer to an older push is recognised as such. */
  readonly revision: number;
  /**
   * The fields that pushes with an unknown outcome leave (S7); null for a deletion. If the cloud turns out to
   * have one of these states, it is this device's own write and no conflict.
   */
  readonly attempts: readonly (NoteFields | null)[];
  /** Why the cloud refuses this note (S8); null while it may be pushed. */
  readonly refused: Refusal | null;
  /**
   * The note was made here, under an id drawn at random, and the cloud is not known to have it. So a document
   * under this id proves that the creation arrived (S7.7). Left out if false.
   */
  readonly isOwnCreation?: true | undefined;
}

/** A write, and the fields that the document has after it; null after a deletion. */
export interface Push {
  readonly write: RemoteWrite;
  readonly leaves: NoteFields | null;
}

/**
 * The next write that brings the cloud to the state of this device; null if there is none.
 *
 * A change that was undone before its push was answered is pushed all the same, and undone by the next
 * write: a write that changes nothing would leave the `updateTime` as it is, and the earlier push, if
 * it is still in flight, would pass its precondition (S7.3). The same holds for a deletion that an
 * import of the note has undone.
 *
 * An own creation without an answer is sent again as it was, so that its document can only have begun with
 * these fields (S7.7). Later changes follow as an edit.
 */
export function pushFor(record: NoteRecord): Push | null {
  const { id, local, remote, extra } = record;
  if (remote === null) {
    if (local === null) return null;
    const fields = unansweredCreation(record) ?? local;
    return { write: { kind: 'create', id, fields, extra }, leaves: fields };
  }
  const basedOn = remote.updateTime;
  if (local === null) return { write: { kind: 'delete', id, basedOn }, leaves: null };
  const patch = [local, ...(record.pending?.attempts ?? [])]
    .values()
    .filter((target) => target !== null)
    .map((target) => changedFields(remote.fields, target))
    .find((changes) => Object.keys(changes).length > 0);
  if (patch !== undefined)
    return { write: { kind: 'edit', id, patch, basedOn }, leaves: { ...remote.fields, ...patch } };
  // The note is then created anew.
  return record.pending?.attempts.includes(null) === true
    ? { write: { kind: 'delete', id, basedOn }, leaves: null }
    : null;
}

/** The fields of this device's creation of the note, if that was sent and has no answer yet; else null. */
export function unansweredCreation({ remote, pending }: NoteRecord): NoteFields | null {
  // An older page of a disk may bring back a creation that the cloud has acknowledged.
  return remote === null && pending?.isOwnCreation === true ? (pending.attempts[0] ?? null) : null;
}

/** The record without its pending change, if nothing remains to be pushed and no attempt is unanswered. */
export function withoutDonePending(record: NoteRecord): NoteRecord {
  const { pending } = record;
  const done = pending !== null && pending.attempts.length === 0 && pushFor(record) === null;
  return done ? withoutPending(record) : record;
}

/**
 * The record without its pending change, for when nothing remains to be pushed. It then shows what the cloud
 * has, even in fields that it lacked here.
 */
export function withoutPending(record: NoteRecord): NoteRecord {
  const { local, remote } = record;
  return { ...record, local: local && remote ? remote.fields : local, pending: null };
}

/** The record without any state of the note, here or in the cloud; the store removes such a record. */
export function withoutState(record: NoteRecord): NoteRecord {
  return { ...record, local: null, remote: null, pending: null };
}
