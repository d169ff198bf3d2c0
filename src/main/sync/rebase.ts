/**
 * The rules by which what the cloud says meets what was done here (S2, S5, S6, S7). Pure: a record and a change
 * give the next record, and the fields of a conflict copy where two texts cannot stand in one note.
 */
import type { NoteContent, NoteFields } from '#shared/note.ts';
import { mergeText } from './merge-text.ts';
import { type NoteRecord, type Pending, sameFields, tidied } from './note-record.ts';
import type { RemoteNote, UpdateTime } from './ports.ts';

export interface Rebased {
  readonly record: NoteRecord;
  /** Local words that the record no longer shows; they become a note of their own (S5). */
  readonly copy: NoteFields | null;
}

/** The cloud has the note in this version. */
export function rebaseOnPresent(record: NoteRecord | null, remote: RemoteNote): Rebased {
  const version = { fields: remote.fields, updateTime: remote.updateTime };
  const known = { id: remote.id, remote: version, extra: remote.extra, created: remote.created };
  const pending = record?.pending ?? null;
  const stale = (record?.remote?.updateTime ?? '') > remote.updateTime;
  if (record !== null && stale) return { record, copy: null };
  if (record === null || pending === null) {
    return { record: { ...known, local: remote.fields, pending: null }, copy: null };
  }
  if (record.remote?.updateTime === remote.updateTime) {
    return { record: { ...record, ...known }, copy: null };
  }
  const base = baseOf(record, pending, remote);
  if (record.local === null) {
    // S6: a deletion stands only while nobody else has changed the note since.
    const unchanged = base !== null && sameFields(base, remote.fields);
    const next = { ...known, local: unchanged ? null : remote.fields, pending: answered(pending) };
    return { record: tidied(next), copy: null };
  }
  const merged = mergeFields(base, record.local, remote.fields);
  const next = { ...known, local: merged.fields, pending: answered(pending) };
  return { record: tidied(next), copy: merged.lost ? record.local : null };
}

/** The cloud does not have the note (any more). Null: this device forgets it, too. */
export function rebaseOnAbsent(record: NoteRecord): NoteRecord | null {
  if (record.pending === null || record.local === null) return null;
  // S6: words that were never pushed outlive the removal; the note is created anew.
  return { ...record, remote: null };
}

/**
 * The cloud took what was sent in `attempt`, as this version (null after a deletion). Where a snapshot has told of
 * that before, the answer is no news.
 */
export function acknowledged(
  record: NoteRecord,
  attempt: NoteFields | null,
  updateTime: UpdateTime | null,
): NoteRecord {
  if (record.pending === null || record.pending.attempts.length === 0) return record;
  const remote = attempt === null || updateTime === null ? null : { fields: attempt, updateTime };
  return tidied({ ...record, remote, pending: answered(record.pending) });
}

/**
 * An edit that was made from `base`, met with the note as it is shown now (S5): news may have arrived while the
 * note was open.
 */
export function mergeEdit(base: NoteContent, edit: NoteContent, now: NoteFields): Merged {
  // A field that the note lacks is shown as an empty one.
  const seen = { ...now, title: asShown(base.title, now.title), text: asShown(base.text, now.text) };
  const edited = { ...now, title: asShown(edit.title, now.title), text: asShown(edit.text, now.text) };
  return mergeFields(seen, edited, now);
}

function asShown(typed: string, now: string | null): string | null {
  return typed === (now ?? '') ? now : typed;
}

/** The outcome of every push so far is known. */
function answered(pending: Pending): Pending {
  return { ...pending, attempts: [] };
}

/** What the local change started from: our own earlier write where the cloud turns out to have it (S7). */
function baseOf(record: NoteRecord, pending: Pending, remote: RemoteNote): NoteFields | null {
  const ours = pending.attempts.find((sent) => sent !== null && sameFields(sent, remote.fields));
  return ours ?? record.remote?.fields ?? null;
}

export interface Merged {
  readonly fields: NoteFields;
  /** Whether local words are missing from `fields`. */
  readonly lost: boolean;
}

/** Field by field: the side that changed wins; where both did, flags are the local action's (S5). */
function mergeFields(base: NoteFields | null, local: NoteFields, remote: NoteFields): Merged {
  const title = mergeNullable(base?.title, local.title, remote.title);
  const text = mergeNullable(base?.text, local.text, remote.text);
  const flags = {
    isArchived: mergeFlag(base?.isArchived, local.isArchived, remote.isArchived),
    isDeleted: mergeFlag(base?.isDeleted, local.isDeleted, remote.isDeleted),
  };
  // A title and a text belong together: when either cannot be merged, the remote pair stays and the local goes beside it.
  if (title === CONFLICT || text === CONFLICT) {
    return { fields: { title: remote.title, text: remote.text, ...flags }, lost: true };
  }
  return { fields: { title, text, ...flags }, lost: false };
}

const CONFLICT = Symbol('conflict');

/** A field that a side lacks cannot be merged piece by piece. */
function mergeNullable(
  base: string | null | undefined,
  local: string | null,
  remote: string | null,
): string | null | typeof CONFLICT {
  if (local === remote || remote === base) return local;
  if (local === base) return remote;
  if (typeof base !== 'string' || local === null || remote === null) return CONFLICT;
  return mergeText(base, local, remote) ?? CONFLICT;
}

function mergeFlag(base: boolean | undefined, local: boolean, remote: boolean): boolean {
  return local === base ? remote : local;
}
