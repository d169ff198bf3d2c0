/**
 * Parsers for rows of a damaged database. Words are kept whatever the rest of their row has become: what makes no
 * sense is replaced by what does no harm, and only a row without an id that can be used is none.
 */
import * as v from 'valibot';
import type { NoteFields, NoteId } from '#shared/note.ts';
import { isNoteId } from '#shared/note-id.ts';
import type { ExtraFields } from '../sync/extra-fields.ts';
import type { UpdateTime } from '../sync/ports.ts';

const noteId = v.custom<NoteId>((value) => typeof value === 'string' && isNoteId(value));
const words = v.fallback(
  v.pipe(
    v.union([v.string(), v.instance(Uint8Array)]),
    v.transform((value) =>
      (typeof value === 'string' ? value : new TextDecoder().decode(value)).toWellFormed(),
    ),
  ),
  '',
);
const wordsOrNone = v.fallback(v.nullable(words), null);
const flag = v.fallback(
  v.pipe(
    v.number(),
    v.transform((value) => value === 1),
  ),
  false,
);
const micros = v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0);
const count = v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), 1);
const millis = micros;

const fields: v.GenericSchema<unknown, NoteFields> = v.strictObject({
  title: v.nullable(v.string()),
  text: v.nullable(v.string()),
  isArchived: v.boolean(),
  isDeleted: v.boolean(),
});

function fromJson<Value>(schema: v.GenericSchema<unknown, Value>) {
  return v.pipe(v.string(), v.parseJson(), schema);
}

const FIELD_VALUE =
  /^(null|boolean|integer|double|string|timestamp|bytes|reference|geoPoint|vector|array|map)Value$/;

const extraFields = v.custom<ExtraFields>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((field: unknown) => {
      const [name = '', ...more] = typeof field === 'object' && field !== null ? Object.keys(field) : [];
      return more.length === 0 && FIELD_VALUE.test(name);
    }),
);

const extra = v.fallback(fromJson(extraFields), {});

const updateTime = v.custom<UpdateTime>(
  (value) => typeof value === 'string' && /^\d{12}\.\d{9}$/.test(value),
);

/** Before every version that the cloud gives: the first snapshot has news of the note, whatever it says of it. */
export const UNVERIFIED = v.parse(updateTime, '000000000000.000000000');

export const damagedNote = v.object({
  id: noteId,
  title: wordsOrNone,
  text: wordsOrNone,
  is_archived: flag,
  is_deleted: flag,
  is_gone: flag,
  created: micros,
  update_time: v.fallback(v.nullable(updateTime), null),
  extra,
});
export type DamagedNote = v.InferOutput<typeof damagedNote>;

export const damagedPending = v.object({
  note_id: noteId,
  sequence: count,
  version: count,
  remote: v.fallback(fromJson(v.nullable(fields)), null),
  attempts: v.fallback(fromJson(v.array(v.nullable(fields))), []),
  refused: v.fallback(v.nullable(v.string()), null),
});
export type DamagedPending = v.InferOutput<typeof damagedPending>;

export const damagedDraft = v.variant('place', [
  v.object({ place: v.picklist(['new', 'quick']), title: words, text: words }),
  v.object({
    place: v.literal('edit'),
    note_id: noteId,
    title: words,
    text: words,
    base_title: words,
    base_text: words,
  }),
]);
export type DamagedDraft = v.InferOutput<typeof damagedDraft>;

export const damagedRemoved = v.object({
  id: noteId,
  title: wordsOrNone,
  text: wordsOrNone,
  is_archived: flag,
  is_deleted: flag,
  created: micros,
  extra,
  removed_at: millis,
});
export type DamagedRemoved = v.InferOutput<typeof damagedRemoved>;

export const damagedCache = v.object({ last_sequence: v.fallback(v.pipe(v.number(), v.safeInteger()), 0) });
