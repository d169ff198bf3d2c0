/**
 * Parsers of the data that pages send. A page may send anything; data that does not have exactly this shape
 * is refused before any handler sees it.
 */
import * as v from 'valibot';
import { LISTS, type NoteId, type Uid } from '../note/note.ts';
import { fieldValue } from '../note/extra-field-schemas.ts';
import { MAX_LABEL, MOST_LABELS } from '../note/labels.ts';
import type { Marks } from '../note/marks.ts';
import { isNoteId } from '../note/note-id.ts';
import { type Settings, THEMES, TRASH_DAYS } from './settings.ts';
import { MAX_QUERY_UNITS, MAX_WINDOW } from '../note/view.ts';
import { MOST_AT_ONCE } from './bulk.ts';

/**
 * The longest text that is accepted, in UTF-16 units. No note can be that long, because a Firestore document
 * has at most 1 MiB.
 */
export const MAX_TEXT_UNITS = 8 * 1024 * 1024;

/** @param length UTF-16 units */
export function textUpTo(length: number) {
  return v.pipe(v.string(), v.maxLength(length));
}

/**
 * An object with any of the fields. The first check refuses an empty list, which would be one without fields.
 */
function anyOf<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.custom<object>((value) => typeof value === 'object' && !Array.isArray(value), 'not an object'),
    v.strictObject(entries),
  );
}

export const noteId = v.custom<NoteId>(
  (value) => typeof value === 'string' && isNoteId(value),
  'not a note id',
);

export const noteIds = v.pipe(v.array(noteId), v.minLength(1), v.maxLength(MOST_AT_ONCE), v.readonly());
/** The account that a request was made for. The longest length is Firebase's own. */
export const uid = v.custom<Uid>(
  (value) => typeof value === 'string' && value.length > 0 && value.length <= 128,
  'not a user id',
);
/** Paths of files and folders that were dropped on a window. */
export const droppedPaths = v.pipe(
  v.array(textUpTo(32_768)),
  v.minLength(1),
  v.maxLength(100_000),
  v.readonly(),
);
const labels = v.pipe(
  v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_LABEL))),
  v.maxLength(MOST_LABELS),
  v.readonly(),
);
const unknownValue = v.strictObject({ unknown: fieldValue });
export const marks = anyOf({
  isPinned: v.exactOptional(v.union([v.boolean(), unknownValue])),
  color: v.exactOptional(v.union([textUpTo(MAX_TEXT_UNITS), unknownValue])),
  addLabels: v.exactOptional(labels),
  removeLabels: v.exactOptional(labels),
  labels: v.exactOptional(unknownValue),
});
/** The marks in a file; none if they do not have this shape. */
export function readMarks(stored: unknown): Marks {
  const { success, output } = v.safeParse(marks, stored);
  return success ? output : {};
}
export const content = v.strictObject({
  title: textUpTo(MAX_TEXT_UNITS),
  text: textUpTo(MAX_TEXT_UNITS),
});
export const newNote = v.strictObject({ ...content.entries, marks: v.exactOptional(marks) });
export const settlement = v.strictObject({
  copy: noteId,
  original: noteId,
  from: content,
  to: content,
  keepsCopy: v.boolean(),
});
const fieldValues = anyOf({
  ...marks.pipe[1].entries,
  isArchived: v.exactOptional(v.boolean()),
  isDeleted: v.exactOptional(v.boolean()),
  words: v.exactOptional(content),
  conflictOf: v.exactOptional(v.union([noteId, v.literal('')])),
});
/** Changes of at most `MOST_AT_ONCE` notes. */
export const notesChanges = v.pipe(
  v.array(v.strictObject({ ids: noteIds, from: v.exactOptional(fieldValues), to: fieldValues })),
  v.minLength(1),
  v.maxLength(MOST_AT_ONCE),
  v.check((changes) => changes.reduce((sum, { ids }) => sum + ids.length, 0) <= MOST_AT_ONCE),
  v.readonly(),
);
/** The index of a row, from 0, or the number of a version. */
export const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** The largest number of rows to answer. */
export const limit = v.pipe(index, v.minValue(1), v.maxValue(MAX_WINDOW));

const view = {
  list: v.picklist(LISTS),
  query: textUpTo(MAX_QUERY_UNITS),
  labels: v.pipe(v.array(textUpTo(MAX_LABEL)), v.maxLength(MOST_LABELS), v.readonly()),
};

export const viewRequest = v.strictObject({
  ...view,
  offset: index,
  limit,
});

export const idsRequest = v.strictObject({
  ...view,
  below: v.nullable(v.strictObject({ section: index, key: v.nullable(v.pipe(v.number(), v.safeInteger())) })),
  limit: v.pipe(index, v.minValue(1), v.maxValue(MOST_AT_ONCE)),
});

/** A place whose words become a new note. */
export const newNotePlace = v.picklist(['new', 'quick']);
export const draftWindow = v.picklist(['main', 'quick']);
export const draft = v.variant('place', [
  v.strictObject({ place: newNotePlace, content, marks: v.exactOptional(marks) }),
  v.strictObject({ place: v.literal('edit'), id: noteId, content, base: content }),
]);
export const draftKey = v.variant('place', [
  v.strictObject({ place: newNotePlace }),
  v.strictObject({ place: v.literal('edit'), id: noteId }),
]);

const accelerator = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const language = v.pipe(v.string(), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/));

/** Also used for the settings file. */
export const trashDays = v.nullable(v.picklist(TRASH_DAYS.filter((days) => days !== null)));

/** Also used for the settings file, whose fields are parsed one by one. */
export const SETTINGS_FIELDS = {
  theme: v.picklist(THEMES),
  launchAtLogin: v.boolean(),
  startHidden: v.boolean(),
  quickNoteShortcut: v.nullable(accelerator),
  toldOfShortcut: v.nullable(accelerator),
  spellCheckLanguages: v.nullable(v.pipe(v.array(language), v.maxLength(50), v.readonly())),
  storeWithoutKeyStore: v.nullable(v.boolean()),
  drawerPinned: v.boolean(),
  hideFromScreenSharing: v.boolean(),
} as const satisfies { readonly [Key in keyof Settings]: v.GenericSchema<unknown, Settings[Key]> };

export const settingsPatch = anyOf({
  theme: v.exactOptional(SETTINGS_FIELDS.theme),
  launchAtLogin: v.exactOptional(SETTINGS_FIELDS.launchAtLogin),
  startHidden: v.exactOptional(SETTINGS_FIELDS.startHidden),
  quickNoteShortcut: v.exactOptional(SETTINGS_FIELDS.quickNoteShortcut),
  toldOfShortcut: v.exactOptional(SETTINGS_FIELDS.toldOfShortcut),
  spellCheckLanguages: v.exactOptional(SETTINGS_FIELDS.spellCheckLanguages),
  storeWithoutKeyStore: v.exactOptional(SETTINGS_FIELDS.storeWithoutKeyStore),
  drawerPinned: v.exactOptional(SETTINGS_FIELDS.drawerPinned),
  hideFromScreenSharing: v.exactOptional(SETTINGS_FIELDS.hideFromScreenSharing),
});
