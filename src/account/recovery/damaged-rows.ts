/**
 * Parsers for rows of a database that may be damaged. Their results fit into a new one. Words are salvaged
 * whatever else the row holds: a value that makes no sense is replaced by a harmless one, and only a row
 * without a usable id is rejected.
 */
import * as v from 'valibot';
import { isFieldValue } from '#shared/note/extra-fields.ts';
import { marks } from '#shared/ipc/schemas.ts';
import { type FieldName, hasFields, mapColumns, NOTE_FIELDS } from '#shared/note/note-fields.ts';
import type { ColumnValue } from '#shared/note/note-kinds.ts';
import type { NoteContent, NoteId } from '#shared/note/note.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import { GREATEST_NUMBER } from '../database/backups.ts';
import { isUpdateTime, UNVERIFIED, type UpdateTime } from '#shared/note/remote-store.ts';

const noteId = v.custom<NoteId>((value) => typeof value === 'string' && isNoteId(value));
/** Decodes text that its row stores as bytes. */
const asText = v.transform((value: unknown) =>
  value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
);
const words = v.fallback(
  v.pipe(
    v.unknown(),
    asText,
    v.string(),
    v.transform((text) => text.toWellFormed()),
  ),
  '',
);
const bit = v.fallback(v.picklist([0, 1]), 0);
/** An integer as SQLite stores it, which may be too great for an exact number. */
const integer = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 62)), v.maxValue(2 ** 62)), 0);
const count = v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), 1);

const isTime = (value: unknown): value is UpdateTime => typeof value === 'string' && isUpdateTime(value);
const updateTime = v.custom<UpdateTime>(isTime);

const fields = v.custom<unknown>(hasFields);

function json(schema: v.GenericSchema<unknown, unknown>) {
  return v.pipe(
    v.string(),
    v.check((text) => {
      try {
        return v.is(schema, JSON.parse(text));
      } catch {
        return false;
      }
    }),
  );
}

const extra = v.fallback(
  json(
    v.custom(
      (value) =>
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        Object.values(value).every(isFieldValue),
    ),
  ),
  '{}',
);

/** The columns that `notes` and `history` have in common. */
const content = {
  ...mapColumns(fieldColumn),
  created: integer,
  extra,
};

function fieldColumn(name: FieldName): v.GenericSchema<unknown, ColumnValue> {
  const { kind } = NOTE_FIELDS[name];
  return v.fallback(v.pipe(v.unknown(), asText, v.transform(kind.salvage)), kind.salvage(undefined));
}

const note = v.object({
  key: integer,
  id: noteId,
  ...content,
  is_gone: bit,
  // Null means that the cloud is not known to have the note, and differs from an unreadable value.
  update_time: v.fallback(v.nullable(updateTime), UNVERIFIED),
});
export type NoteRow = v.InferOutput<typeof note>;

const pending = v.object({
  note_id: noteId,
  sequence: count,
  revision: count,
  remote: v.fallback(v.nullable(json(fields)), null),
  attempts: v.fallback(json(v.array(v.nullable(fields))), '[]'),
  refused: v.fallback(v.nullable(v.string()), null),
});
export type PendingRow = v.InferOutput<typeof pending>;

const draftMarks = v.fallback(v.nullable(json(marks)), null);

const draft = v.variant('place', [
  v.object({
    place: v.picklist(['new', 'quick']),
    note_id: v.fallback(v.literal(''), ''),
    title: words,
    text: words,
    base_title: v.fallback(v.null(), null),
    base_text: v.fallback(v.null(), null),
    marks: draftMarks,
  }),
  v.object({
    place: v.literal('edit'),
    note_id: noteId,
    title: words,
    text: words,
    base_title: words,
    base_text: words,
    marks: draftMarks,
  }),
]);
export type DraftRow = v.InferOutput<typeof draft>;

const version = v.fallback(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), null);

const past = v.object({
  version,
  note_id: noteId,
  ...content,
  removed: bit,
  stored_at: integer,
  expiry_start: v.fallback(v.nullable(updateTime), null),
  by_cloud: bit,
  by_edit: bit,
  version_before: version,
  unsaved: bit,
  is_missing: bit,
});
/** A row of the history: a version of a note. A null number is replaced by a new one. */
export type PastRow = v.InferOutput<typeof past>;

const answer = v.object({
  request: v.string(),
  answer: json(v.unknown()),
  // To do a request again that stores words loses nothing.
  stores_words: v.fallback(v.picklist([0, 1]), 1),
});
const notice = v.object({ number: v.pipe(v.number(), v.safeInteger()), text: v.string() });
const doubt = v.object({
  note_id: noteId,
  update_time: v.fallback(v.union([updateTime, v.literal('')]), ''),
});
const databaseNumber = v.fallback(
  v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(GREATEST_NUMBER)),
  0,
);

const cache = v.object({
  only_row: v.literal(1),
  loaded: bit,
  last_sequence: v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  confirmed: bit,
  last_removal: databaseNumber,
  number: databaseNumber,
});

export interface Rows {
  readonly notes: NoteRow;
  readonly outbox: PendingRow;
  readonly drafts: DraftRow;
  readonly history: PastRow;
  readonly answers: v.InferOutput<typeof answer>;
  readonly notices: v.InferOutput<typeof notice>;
  readonly doubts: v.InferOutput<typeof doubt>;
  readonly cache: v.InferOutput<typeof cache>;
}
export type TableName = keyof Rows;

export const ROW_SCHEMAS: { readonly [Name in TableName]: v.GenericSchema<unknown, Rows[Name]> } = {
  notes: note,
  outbox: pending,
  drafts: draft,
  history: past,
  answers: answer,
  notices: notice,
  doubts: doubt,
  cache,
};

type Words = Pick<NoteRow, 'title' | 'text'>;

export function contentOf({ title, text }: Words): NoteContent {
  return { title: String(title ?? ''), text: String(text ?? '') };
}

export function isEmpty({ title, text }: Words): boolean {
  return (title ?? '') === '' && (text ?? '') === '';
}

/** Equal for two rows of one note with the same words. */
export function wordsOf(id: string, { title, text }: Words): string {
  return JSON.stringify([id, title, text]);
}
