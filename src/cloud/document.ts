/**
 * Converts documents of the `notes` collection to notes, and notes to the fields of a write. Any client may
 * have written a document: whatever its shape, it becomes a note that can be shown, and fields that this
 * version does not understand are preserved.
 */
import type { DocumentSnapshot, Firestore, Timestamp } from 'firebase-admin/firestore';
import { isOwnField, MARK_NAMES, markOf, readFields } from '#shared/note/note-fields.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import type { NotePatch } from '#shared/note/note.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import {
  type RemoteChange,
  type RemoteNote,
  type UpdateTime,
  parseUpdateTime,
  toMicros,
} from '#shared/note/remote-store.ts';
import { isUnknownValue } from '#shared/note/unknown-value.ts';
import { fromFieldValue, toExtra, type ValueClasses } from './field-value.ts';

/** Null if the document does not exist or its id is not a note's. */
function toRemoteNote(document: DocumentSnapshot, classes: ValueClasses): RemoteNote | null {
  const data: Record<string, unknown> | undefined = document.data();
  const { id, createTime, updateTime } = document;
  if (data === undefined || createTime === undefined || updateTime === undefined || !isNoteId(id))
    return null;
  const createdAt = data['createdAt'];
  const time = createdAt instanceof classes.Timestamp ? createdAt : createTime;
  const raw = rawFieldsOf(document);
  return {
    id,
    fields: readFields({ ...data, ...marksOf(data, classes, raw) }),
    extra: extraOf(data, classes, raw),
    created: toMicros(time.seconds, Math.floor(time.nanoseconds / 1000)),
    updateTime: toUpdateTime(updateTime),
  };
}

/** The change that a document reports: `absent` if it was deleted, none if it cannot be a note. */
export function toRemoteChanges(document: DocumentSnapshot, classes: ValueClasses): RemoteChange[] {
  const note = toRemoteNote(document, classes);
  if (note !== null) return [{ kind: 'present', note }];
  return isNoteId(document.id) ? [{ kind: 'absent', id: document.id }] : [];
}

/**
 * The fields as the server sent them. The SDK has no public name for them; without them a reference into another
 * database would become one into this one.
 */
function rawFieldsOf(document: DocumentSnapshot): unknown {
  return Reflect.get(document, '_fieldsProto');
}

/** Another client's mark may have any value, which is preserved (S5.8). */
function marksOf(
  data: Readonly<Record<string, unknown>>,
  classes: ValueClasses,
  raw: unknown,
): Record<string, unknown> {
  const names = MARK_NAMES.filter((name) => data[name] !== undefined);
  const values = toExtra(Object.fromEntries(names.map((name) => [name, data[name]])), classes, raw);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, markOf(name, value)]];
    }),
  );
}

function extraOf(data: Readonly<Record<string, unknown>>, classes: ValueClasses, raw: unknown): ExtraFields {
  // Few notes have an extra field, and this check takes a tenth of the time.
  if (Object.keys(data).every(isOwnField)) return {};
  const extra = Object.entries(data).filter(([name]) => !isOwnField(name));
  return toExtra(Object.fromEntries(extra), classes, raw);
}

/** Seconds and nanoseconds at fixed widths, so that the later of two times is the greater string. */
export function toUpdateTime(time: Timestamp): UpdateTime {
  return parseUpdateTime(
    `${String(time.seconds).padStart(12, '0')}.${String(time.nanoseconds).padStart(9, '0')}`,
  );
}

export function fromUpdateTime(time: UpdateTime, classes: ValueClasses): Timestamp {
  return new classes.Timestamp(Number(time.slice(0, 12)), Number(time.slice(13)));
}

/** The fields of a write, without those that the note lacks. */
export function writtenFields(
  fields: NotePatch,
  database: Firestore,
  classes: ValueClasses,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [
        name,
        isUnknownValue(value) ? fromFieldValue(value.unknown, database, classes) : value,
      ]),
  );
}
