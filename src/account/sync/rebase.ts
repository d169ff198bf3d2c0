/**
 * The rules for rebasing local changes on remote changes (S2, S5, S6, S7, S13). Pure: a record and a change
 * give the next record, and the fields of a conflict copy if two texts cannot be merged into one note.
 */
import type { NoteContent, NoteFields } from '#shared/note/note.ts';
import { withLineEndsOf } from '#shared/text/line-ends.ts';
import { hasWordsInOrder } from '#shared/text/words-in-order.ts';
import {
  type FieldName,
  isFixed,
  isSameField,
  mapFields,
  NOTE_FIELDS,
  sameFields,
} from '#shared/note/note-fields.ts';
import { type NoteRecord, type Pending, unansweredCreation, withoutDonePending } from './note-record.ts';
import type { RemoteNote, UpdateTime } from '#shared/note/remote-store.ts';

export interface RebaseResult {
  readonly record: NoteRecord;
  /** Local words that the record no longer shows; they become a conflict copy (S5). */
  readonly copy: NoteFields | null;
}

/** The record after a remote change that reports the note in this state. */
export function rebaseOnPresent(record: NoteRecord | null, remote: RemoteNote): RebaseResult {
  const remotePart = remotePartOf(remote);
  const pending = record?.pending ?? null;
  const isStale = (record?.remote?.updateTime ?? '') > remote.updateTime;
  if (record !== null && isStale) return { record, copy: null };
  if (record === null || pending === null) {
    return { record: { ...remotePart, local: remote.fields, pending: null }, copy: null };
  }
  if (record.remote?.updateTime === remote.updateTime) {
    return { record: { ...record, ...remotePart }, copy: null };
  }
  const base = baseOf(record, pending, remote);
  if (record.local === null) {
    // S6.4: a deletion stands only if the note was not changed elsewhere since.
    const isUnchanged = base !== null && sameFields(base, remote.fields);
    const next = {
      ...remotePart,
      local: isUnchanged ? null : remote.fields,
      pending: withoutAttempts(pending),
    };
    return { record: withoutDonePending(next), copy: null };
  }
  const merged = mergeFields(base, record.local, remote.fields, pending.attempts);
  const next = { ...remotePart, local: merged.fields, pending: withoutAttempts(pending) };
  return { record: withoutDonePending(next), copy: merged.lost ? record.local : null };
}

/**
 * Like `rebaseOnPresent`, for a note in doubt: it was salvaged without its row of the outbox, so it is
 * unknown whether a change was pending here (S13.4).
 * @param salvagedUpdateTime the `updateTime` that was salvaged with the note, null if it was unreadable
 * @param sequence of the pending change, if there turns out to be one
 */
export function rebaseInDoubt(
  record: NoteRecord,
  remote: RemoteNote,
  salvagedUpdateTime: UpdateTime | null,
  sequence: number,
): RebaseResult {
  const remotePart = remotePartOf(remote);
  const isUnchangedInCloud = salvagedUpdateTime === remote.updateTime;
  if (record.pending !== null) {
    // The change was made after the salvage. Its base is this state of the note, or it is unknown.
    return rebaseOnPresent({ ...record, remote: isUnchangedInCloud ? remotePart.remote : null }, remote);
  }
  if (record.local === null)
    return { record: { ...remotePart, local: remote.fields, pending: null }, copy: null };
  if (isUnchangedInCloud) {
    const pending = { sequence, revision: 1, attempts: [], refused: null };
    return { record: withoutDonePending({ ...remotePart, local: record.local, pending }), copy: null };
  }
  const { title, text } = record.local;
  // An unreadable field counts as equal to the cloud's.
  const isSame =
    (title ?? remote.fields.title) === remote.fields.title &&
    (text ?? remote.fields.text) === remote.fields.text;
  return {
    record: { ...remotePart, local: remote.fields, pending: null },
    copy: isSame ? null : record.local,
  };
}

/** The parts of a record that come from the cloud, whichever words are shown. */
function remotePartOf({ id, fields, updateTime, extra, created }: RemoteNote) {
  return { id, remote: { fields, updateTime }, extra, created };
}

/** The record after a remote change that reports the note as absent; null if this device removes it, too. */
export function rebaseOnAbsent(record: NoteRecord): NoteRecord | null {
  if (record.pending === null || record.local === null) return null;
  // S6.1: words that were never pushed survive the removal; the note is created anew.
  return { ...record, remote: null };
}

/**
 * The record after the cloud acknowledged the write that leaves `attempt`, with the new `updateTime` (both
 * null for a deletion). If a snapshot has reported this before, the answer changes nothing.
 */
export function withAcknowledgement(
  record: NoteRecord,
  attempt: NoteFields | null,
  updateTime: UpdateTime | null,
): NoteRecord {
  if (record.pending === null || record.pending.attempts.length === 0) return record;
  const remote = attempt === null || updateTime === null ? null : { fields: attempt, updateTime };
  return withoutDonePending({ ...record, remote, pending: withoutAttempts(record.pending) });
}

/**
 * Merges an edit of `base` with the note as it is shown now (S5): the cloud may have
 * changed it while it was open.
 */
export function mergeEdit(base: NoteContent, edit: NoteContent, now: NoteFields): MergeResult {
  // A field that the note lacks is shown as empty.
  const shownOf = ({ title, text }: NoteContent): NoteFields => ({
    ...now,
    title: asShown(title, now.title),
    text: asShown(withLineEndsOf(text, now.text ?? ''), now.text),
  });
  return mergeFields(shownOf(base), shownOf(edit), now);
}

function asShown(typed: string, now: string | null): string | null {
  return typed === (now ?? '') ? now : typed;
}

/** The pending change once the outcome of every push so far is known, and the cloud is known to have the note. */
function withoutAttempts({ sequence, revision, refused }: Pending): Pending {
  return { sequence, revision, attempts: [], refused };
}

/**
 * The base of the local change: this device's own earlier write, if that is known to have arrived (S7).
 */
function baseOf(record: NoteRecord, pending: Pending, remote: RemoteNote): NoteFields | null {
  const creation = unansweredCreation(record);
  if (creation !== null) return creation;
  const arrivedAttempt = pending.attempts.find((sent) => sent !== null && sameFields(sent, remote.fields));
  return arrivedAttempt ?? record.remote?.fields ?? null;
}

export interface MergeResult {
  readonly fields: NoteFields;
  /** Whether local words are missing from `fields`. */
  readonly lost: boolean;
}

/**
 * Merges field by field: the side that changed wins; if both changed, the kind of the field decides (S5).
 * Title and text belong together: if either cannot be merged, both become the cloud's, and the local ones
 * become a conflict copy.
 */
function mergeFields(
  base: NoteFields | null,
  local: NoteFields,
  remote: NoteFields,
  attempts: Pending['attempts'] = [],
): MergeResult {
  let lost = false;
  const fields = mapFields<NoteFields>((name) => {
    const continued = attempts.findLast((sent) => sent !== null && isContinued(name, base, sent, remote));
    const merged = mergedField(name, continued ?? base, local, remote);
    lost ||= merged === undefined;
    return merged === undefined ? remote[name] : merged;
  });
  return { fields: lost ? { ...fields, title: remote.title, text: remote.text } : fields, lost };
}

/**
 * Whether the cloud's words contain those of the attempt, in their order, and the attempt had added some of
 * them: someone has continued it elsewhere (S7.8).
 */
function isContinued(
  name: FieldName,
  base: NoteFields | null,
  sent: NoteFields,
  remote: NoteFields,
): boolean {
  const [before, attempt, now] = [base?.[name] ?? '', sent[name], remote[name]];
  if (typeof before !== 'string' || typeof attempt !== 'string' || typeof now !== 'string') return false;
  return NOTE_FIELDS[name].isWords && hasWordsInOrder(now, attempt) && !hasWordsInOrder(before, attempt);
}

/** Undefined if both sides changed the field and it cannot be merged. */
function mergedField<Name extends FieldName>(
  name: Name,
  base: NoteFields | null,
  local: NoteFields,
  remote: NoteFields,
): NoteFields[Name] | undefined {
  // A field that the note lacks is never written, so it would never be pushed. The same holds for a value
  // that is shown only in part.
  if (local[name] === null) return remote[name];
  if (isFixed(name, remote) || isFixed(name, local)) return remote[name];
  if (base !== null && isSameField(name, base, remote)) return local[name];
  if (base !== null && isSameField(name, base, local)) return remote[name];
  if (isSameField(name, local, remote)) return local[name];
  return NOTE_FIELDS[name].kind.merge(base?.[name], local[name], remote[name]);
}
