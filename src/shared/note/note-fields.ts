/**
 * The table of a note's fields. All code that handles every field is derived from it: comparing and merging,
 * rows and their statements, documents of the cloud, the history, salvage, export and import.
 *
 * A new field is added in three places of two files, and the code does not compile if one is missing: its
 * type in `NoteFields` (`note.ts`), its line in `TABLE`, and its line in `mapFields`. Its column needs a
 * migration.
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
import { isSameUnknown, isUnknownValue } from './unknown-value.ts';

export type FieldName = keyof NoteFields;

export interface NoteField<Value> {
  readonly kind: FieldKind<Value>;
  /** Name of the column in the tables `notes` and `history`. */
  readonly column: string;
  /**
   * Whether the user types the value. Words have a history, and every note has fields for them. Title and
   * text belong together: if one of them cannot be merged, neither is.
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
 * Makes an object with a value for each field, such as `NoteFields` or their columns. The fields are written
 * out so that the compiler can check them, and because making an object of one shape is ten times as fast as
 * making one from a list of entries.
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

/** Makes an object with a value for each column of the fields. */
export function mapColumns<Made>(
  valueOf: (name: FieldName, column: FieldColumn) => Made,
): Readonly<Record<FieldColumn, Made>> {
  const entries: readonly unknown[][] = FIELD_NAMES.map((name) => {
    const { column } = TABLE[name];
    return [column, valueOf(name, column)];
  });
  return Object.fromEntries(entries);
}

/** Names of further document fields that have a meaning for this app; all others are extra fields. */
const OTHER_OWN_FIELDS = ['createdAt', 'uid'];
const OWN_FIELDS: ReadonlySet<string> = new Set([...FIELD_NAMES, ...OTHER_OWN_FIELDS]);

/** Whether a field of a document has a meaning for this app, so that it is not one of the extra fields. */
export function isOwnField(name: string): boolean {
  return OWN_FIELDS.has(name);
}

/** The fields in a document, or in JSON of this app, perhaps of a version with fewer. Skips other fields. */
export function readFields(stored: Readonly<Record<string, unknown>>): NoteFields {
  return mapFields<NoteFields>((name) => NOTE_FIELDS[name].kind.read(stored[name]));
}

/** The fields of an empty document. */
export const NO_FIELDS: NoteFields = readFields({});

/** Whether this is JSON of this app, perhaps of a version with fewer fields: `readFields` loses nothing. */
export function hasFields(json: unknown): json is Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null) return false;
  const values: Readonly<Record<string, unknown>> = { ...json };
  return FIELD_NAMES.every((name) => {
    const { kind, isWords } = NOTE_FIELDS[name];
    return values[name] === undefined ? !isWords : kind.isValue(values[name]);
  });
}

export function sameFields(first: NoteFields, second: NoteFields): boolean {
  return FIELD_NAMES.every((name) => isSameField(name, first, second));
}

/** The fields to write so that `from` becomes `to`. Never writes missing and fixed fields. */
export function changedFields(from: NoteFields, to: NoteFields): NotePatch {
  const changed = FIELD_NAMES.filter(
    (name) => to[name] !== null && !isFixed(name, from) && !isFixed(name, to) && !isSameField(name, from, to),
  );
  return Object.fromEntries(changed.map((name) => [name, to[name]]));
}

/** Whether this version must not change the field: see `FieldKind.isFixed`. */
export function isFixed<Name extends FieldName>(name: Name, fields: Pick<NoteFields, Name>): boolean {
  return NOTE_FIELDS[name].kind.isFixed?.(fields[name]) === true;
}

export function columnOf<Name extends FieldName>(name: Name, fields: Pick<NoteFields, Name>): ColumnValue {
  return NOTE_FIELDS[name].kind.toColumn(fields[name]);
}

export function isSameField<Name extends FieldName>(
  name: Name,
  first: Pick<NoteFields, Name>,
  second: Pick<NoteFields, Name>,
): boolean {
  if (first[name] === second[name]) return true;
  return columnOf(name, first) === columnOf(name, second) && isSameUnknown(first[name], second[name]);
}

/** The fields that can store another client's value in a form that this version does not know. */
export const MARK_NAMES: readonly FieldName[] = FIELD_NAMES.filter(
  (name) => NOTE_FIELDS[name].kind.fromFieldValue !== undefined,
);

/** Converts the value of such a field in a document to the one that `readFields` takes. */
export function markOf(name: FieldName, value: FieldValue): unknown {
  return NOTE_FIELDS[name].kind.fromFieldValue?.(value) ?? { unknown: value };
}

export interface StoredFields {
  readonly fields: NoteFields;
  readonly extra: ExtraFields;
}

/**
 * The form that is stored and exported: of an unknown value, the field has the part that is shown, and the
 * extra fields have the value itself.
 */
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
