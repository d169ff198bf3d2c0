/**
 * One person's documents in the local cloud, changed as by another client that bypasses every rule.
 */
import type { NoteFields, NoteId, Uid } from '#shared/note/note.ts';
import type { Controls, DocumentView } from '@inkling/local-cloud/controls.ts';
import type { CloudNote, PersonCloud } from '../people.ts';
import type { FieldValue } from '#shared/note/extra-fields.ts';
import { MARK_NAMES, markOf, readFields } from '#shared/note/note-fields.ts';
import { isUnknownValue } from '#shared/note/unknown-value.ts';
import { MOST_LABELS } from '#shared/note/labels.ts';
import { LABELS_WITHOUT_BOUNDS } from '../simulated/malformed.ts';

export function createRealCloud(controls: Controls, uid: Uid): PersonCloud {
  /** The date of creation stays. A document without one is dated now. */
  const createdAt = (id: NoteId): unknown => controls.doc(id)?.fields['createdAt'];

  return {
    documents: () => controls.docs().flatMap((view) => (view['uid'] === uid ? [toNote(view)] : [])),
    put(id, fields) {
      const created = createdAt(id);
      const creationDate = typeof created === 'string' ? { createdAt: created } : {};
      controls.putDoc(id, { ...withoutNull(fields), uid, ...creationDate });
    },
    remove: (id) => void controls.deleteDoc(id),
    putMalformed(id, text, variety) {
      const ownFields = { uid: { stringValue: uid }, createdAt: oddDates[variety % oddDates.length] };
      controls.putDoc(id, { fields: { ...ownFields, ...malformed(text, variety) } });
    },
  };
}

/** The query selects notes by this field, so it must exist. It may hold anything. */
const oddDates = [
  { timestampValue: '2026-01-02T03:04:05.678901234Z' },
  { stringValue: 'yesterday' },
  { mapValue: { fields: {} } },
  { nullValue: null },
] as const;

/** A document in Firestore's REST form. */
function malformed(text: string, variety: number): Record<string, unknown> {
  switch (variety) {
    case 1:
      return {};
    case 2:
      return {
        title: { integerValue: '7' },
        text: { stringValue: text },
        isArchived: { stringValue: 'yes' },
      };
    case 3:
      return { title: { stringValue: text }, text: { arrayValue: { values: [{ nullValue: null }] } } };
    case 4:
      return {
        text: { stringValue: text },
        isArchived: { booleanValue: true },
        isDeleted: { booleanValue: true },
      };
    case 5:
      return {
        title: { stringValue: text },
        isDeleted: { integerValue: '1' },
        conflictOf: { nullValue: null },
      };
    case 6:
      return {
        text: { stringValue: text },
        color: { stringValue: 'no colour' },
        isPinned: { stringValue: 'yes' },
        labels: { arrayValue: { values: [{ integerValue: '7' }, { stringValue: ' ' }] } },
      };
    case LABELS_WITHOUT_BOUNDS:
      return { text: { stringValue: text }, labels: { arrayValue: { values: manyNames() } } };
    default:
      return { text: { stringValue: `${text}\r\n\u2028` }, x: { bytesValue: 'AA==' } };
  }
}

function manyNames(): readonly unknown[] {
  return Array.from({ length: MOST_LABELS + 1 }, (_, at) => ({ stringValue: `without bounds ${at}` }));
}

function toNote({ id, fields }: DocumentView): CloudNote {
  const marks = MARK_NAMES.filter((name) => fields[name] !== undefined);
  const read = Object.fromEntries(marks.map((name) => [name, markOf(name, fieldValueOf(fields[name]))]));
  return { id: id as NoteId, fields: readFields({ ...fields, ...read }), extra: null, created: null };
}

function withoutNull(fields: NoteFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isUnknownValue(value) ? plainOf(value.unknown) : value]),
  );
}

/** The value that the fuzzer's clients wrote in place of a mark. */
function fieldValueOf(plain: unknown): FieldValue {
  if (typeof plain === 'string') return { stringValue: plain };
  if (typeof plain === 'number') return { integerValue: String(plain) };
  if (typeof plain === 'boolean') return { booleanValue: plain };
  return Array.isArray(plain) ? { arrayValue: plain.map(fieldValueOf) } : { nullValue: null };
}

function plainOf(value: FieldValue): unknown {
  if ('integerValue' in value) return Number(value.integerValue);
  return 'arrayValue' in value ? value.arrayValue.map(plainOf) : Object.values(value)[0];
}
