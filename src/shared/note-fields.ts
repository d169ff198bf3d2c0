/**
 * The table of a note's fields. Whatever goes through the fields is derived from it: comparing and merging, rows and their
 * statements, documents of the cloud, the history, salvage, export and import.
 *
 * A field is added in three places of two files, and a forgotten one does not compile: its type in `NoteFields` (`note.ts`), its
 * line in `TABLE`, and its line in `mapFields`. Its column needs a migration.
 */
import type { ExtraFields, FieldValue } from './extra-fields.ts';
import {
  COLOR,
  FLAG,
  LABELS,
  NAME,
  OPTIONAL_FLAG,
  TEXT,
  type ColumnValue,
  type FieldKind,
} from './note-kinds.ts';
import type { NoteFields, NotePatch } from './note.ts';
import { isUnknownValue, unknownJson } from './unknown-value.ts';

export type FieldName = keyof NoteFields;

export interface NoteField<Value> {
  readonly kind: FieldKind<Value>;
  /** Of the tables `notes` and `history`. */
  readonly column: string;
  /**
   * Whether a person typed it. Words have a history, and no note is without a field for them. Title and text belong together:
   * where either cannot be merged, neither is.
   */
  readonly isWords: boolean;
}

type NoteFieldTable = { readonly [Name in FieldName]: NoteField<NoteFields[Name]> };

const TABLE = {
  title: { kind: TEXT, column: 'title', isWords: true },
  text: { kind: TEXT, column: 'text', isWords: true },
  isArchived: { kind: FLAG, column: 'is_archived', isWords: false },
  isDeleted: { kind: FLAG, column: 'is_deleted', isWords: false },
  conflictOf: { kind: NAME, column: 'conflict_of', isWords: false },
  isPinned: { kind: OPTIONAL_FLAG, column: 'is_pinned', isWords: false },
  color: { kind: COLOR, column: 'color', isWords: false },
  labels: { kind: LABELS, column: 'labels', isWords: false },
} as const satisfies NoteFieldTable;

export const NOTE_FIELDS: NoteFieldTable = TABLE;
export type FieldColumn = (typeof TABLE)[FieldName]['column'];

/**
 * Something for each field, such as `NoteFields` themselves or a column for each. Written out, because that is checked by the
 * compiler and an object of one shape is made ten times as fast as one of a list of entries.
 */
export function mapFields<Made extends Record<FieldName, unknown>>(
  valueOf: <Name extends FieldName>(name: Name) => Made[Name],
): { readonly [Name in FieldName]: Made[Name] } {
  return {
    title: valueOf('title'),
    text: valueOf('text'),
    isArchived: valueOf('isArchived'),
    isDeleted: valueOf('isDeleted'),
    conflictOf: valueOf('conflictOf'),
    isPinned: valueOf('isPinned'),
    color: valueOf('color'),
    labels: valueOf('labels'),
  };
}

export const FIELD_NAMES: readonly FieldName[] = Object.values(
  mapFields<Record<FieldName, FieldName>>((name) => name),
);

/** Something for each column of the fields. */
export function mapColumns<Made>(
  valueOf: (name: FieldName, column: FieldColumn) => Made,
): Readonly<Record<FieldColumn, Made>> {
  const entries: readonly unknown[][] = FIELD_NAMES.map((name) => {
    const { column } = TABLE[name];
    return [column, valueOf(name, column)];
  });
  return Object.fromEntries(entries);
}

/** Names of fields that a document has besides and that this app gives a meaning; all others are extra fields. */
const OTHER_OWN_FIELDS = ['createdAt', 'uid'];
const OWN_FIELDS: ReadonlySet<string> = new Set([...FIELD_NAMES, ...OTHER_OWN_FIELDS]);

/** Whether a field of a document is none of the extra fields. */
export function isOwnField(name: string): boolean {
  return OWN_FIELDS.has(name);
}

/** The fields in a document, or in JSON that this app wrote, perhaps before it had all of them. Other fields are left out. */
export function readFields(stored: Readonly<Record<string, unknown>>): NoteFields {
  return mapFields<NoteFields>((name) => NOTE_FIELDS[name].kind.read(stored[name]));
}

/** The fields of a note without any. */
export const NO_FIELDS: NoteFields = readFields({});

/** Whether this is JSON as this app writes it, now or before it had all of the fields, so that `readFields` reads all there is. */
export function hasFields(json: unknown): json is Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null) return false;
  const values: Readonly<Record<string, unknown>> = { ...json };
  return FIELD_NAMES.every((name) => {
    const { kind, isWords } = NOTE_FIELDS[name];
    return values[name] === undefined ? !isWords : kind.isValue(values[name]);
  });
}

export function sameFields(one: NoteFields, other: NoteFields): boolean {
  return FIELD_NAMES.every((name) => isSameField(name, one, other));
}

/** The fields of `to` that differ from those of `from`. */
export function changedFields(from: NoteFields, to: NoteFields): NotePatch {
  return Object.fromEntries(
    FIELD_NAMES.filter((name) => !isSameField(name, from, to)).map((name) => [name, to[name]]),
  );
}

/** What stands in the field's column. */
export function columnOf<Name extends FieldName>(name: Name, fields: Pick<NoteFields, Name>): ColumnValue {
  return NOTE_FIELDS[name].kind.toColumn(fields[name]);
}

export function isSameField<Name extends FieldName>(
  name: Name,
  one: Pick<NoteFields, Name>,
  other: Pick<NoteFields, Name>,
): boolean {
  if (one[name] === other[name]) return true;
  return columnOf(name, one) === columnOf(name, other) && unknownJson(one[name]) === unknownJson(other[name]);
}

/** The fields that keep what another client has put there and this version does not know. */
export const MARK_NAMES: readonly FieldName[] = FIELD_NAMES.filter(
  (name) => NOTE_FIELDS[name].kind.known !== undefined,
);

/** What `readFields` takes for the value of such a field in a document. */
export function markOf(name: FieldName, value: FieldValue): unknown {
  return NOTE_FIELDS[name].kind.known?.(value) ?? { unknown: value };
}

export interface StoredFields {
  readonly fields: NoteFields;
  readonly extra: ExtraFields;
}

/** As they are stored and exported: what is shown of unknown values in their fields, and these themselves among the extra fields. */
export function toStored({ fields, extra }: StoredFields): StoredFields {
  const unknown = MARK_NAMES.flatMap((name) => {
    const value = fields[name];
    return isUnknownValue(value) ? [[name, value.unknown] as const] : [];
  });
  if (unknown.length === 0) return { fields, extra };
  return {
    fields: mapFields<NoteFields>((name) => NOTE_FIELDS[name].kind.fromColumn(columnOf(name, fields))),
    extra: { ...extra, ...Object.fromEntries(unknown) },
  };
}

/** The reverse of `toStored`. */
export function fromStored({ fields, extra }: StoredFields): StoredFields {
  const marks = MARK_NAMES.flatMap((name) => {
    const value = Object.hasOwn(extra, name) ? extra[name] : undefined;
    return value === undefined ? [] : [[name, markOf(name, value)] as const];
  });
  if (marks.length === 0) return { fields, extra };
  return {
    fields: readFields({ ...fields, ...Object.fromEntries(marks) }),
    extra: Object.fromEntries(Object.entries(extra).filter(([name]) => !isOwnField(name))),
  };
}
