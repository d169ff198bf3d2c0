/** A note from a file, on its way into the account, whatever wrote the file. */
import type { NoteFields, NoteId, Uid } from '#shared/note/note.ts';
import { type ExtraFields, type FieldValue, IMPORTED_DATES } from '#shared/note/extra-fields.ts';
import { cleanLabel, MAX_LABEL, MOST_LABELS, withLabels } from '#shared/note/labels.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import type { ImportedNote } from '../../sync/local-notes.ts';
import type { Micros } from '#shared/note/remote-store.ts';
import { fingerprint, importedId } from './import-id.ts';
import { fromTimestamp, toTimestamp } from '#shared/note/times.ts';

export interface IncomingNote extends Omit<ImportedNote, 'knownAs'> {
  /** Other ids under which the account may have the note. */
  readonly aliases: readonly NoteId[];
  readonly origin: Origin;
  /**
   * Names of files that belong to the note, in the order of the lines at the end of its text that name them.
   */
  readonly attachments: readonly string[];
  /** What could not come with the note, a sentence each. */
  readonly losses: readonly string[];
  /** Lines of the text for which Inkling has no field. */
  readonly converted?: readonly string[];
}

/** Names of the fields in which an imported note says where it came from. */
export const ORIGIN_FIELDS = {
  /** One of `SOURCES`. */
  source: 'importedFrom',
  /** Tells the note from other notes of the same source. */
  id: 'importedId',
  /** Tells the words with which the note came from others that the same note had at another time. */
  words: 'importedWords',
  ...IMPORTED_DATES,
} as const;

const SOURCES = ['google-keep', 'inkling', 'markdown', 'simplenote'] as const;

export interface Origin {
  readonly source: (typeof SOURCES)[number];
  readonly id: string;
  /** See `fingerprintOfWords`. */
  readonly words: string;
  readonly created: Micros | null;
  readonly edited: Micros | null;
}

/** The fields of a note that other programs have as well; a field without a value is left out of the note. */
type ForeignFields = Pick<NoteFields, 'title' | 'text' | 'isArchived' | 'isDeleted' | 'color'> & {
  readonly isPinned: boolean;
  readonly labels: readonly string[];
};

/**
 * @param found what the file of another program says of the note; its `id` tells the note from others with the
 *   same words. The id of the note's origin is made of both, so that a note is known only by all of its words.
 */
export function foreignNote(
  uid: Uid,
  { isPinned, labels, ...fields }: ForeignFields,
  found: Omit<Origin, 'words'> & Pick<IncomingNote, 'attachments' | 'losses'>,
): IncomingNote {
  const { attachments, losses, ...from } = found;
  const bounded = boundedLabels(labels);
  const words = fingerprintOfWords(fields);
  const origin = { ...from, id: fingerprint(from.id, words), words };
  return {
    id: importedId(uid, writtenAt(origin), origin.id),
    aliases: [],
    fields: {
      ...NO_FIELDS,
      ...fields,
      // A note in the trash is in no other list (spec §4: moving it there takes it out of the archive).
      isArchived: fields.isArchived && !fields.isDeleted,
      isPinned: isPinned || null,
      labels: bounded.labels,
    },
    extra: originFields(origin),
    origin,
    attachments,
    losses: [...losses, ...bounded.losses],
  };
}

/** The labels of a note from a file, which may have any number of them, and what could not come with it. */
export function boundedLabels(names: readonly string[]): {
  readonly labels: NoteFields['labels'];
  readonly losses: readonly string[];
} {
  const labels = withLabels([], names.map(cleanLabel));
  const isWhole = labels.length <= MOST_LABELS && names.every((name) => name.length <= MAX_LABEL);
  return {
    // A note that has never had labels lacks the field.
    labels: labels.length === 0 ? null : labels.slice(0, MOST_LABELS),
    losses: isWhole ? [] : [LABELS_LOST],
  };
}

const LABELS_LOST = `Only its first ${MOST_LABELS} labels were imported, and ${MAX_LABEL} characters of each.`;

export function fingerprintOfWords({ title, text }: Pick<NoteFields, 'title' | 'text'>): string {
  return fingerprint(title ?? '', text ?? '');
}

/**
 * The same note with the same words has the same key whenever it was exported: its dates are not a part of
 * the key. If another program wrote the note, its id is made of the words of its file. Its words here may
 * differ: they have the names of its pictures.
 */
export function keyOf({ source, id, words }: Pick<Origin, 'source' | 'id' | 'words'>): string {
  return source === 'inkling' ? JSON.stringify([id, words]) : id;
}

/** When the note was first written, as far as anybody knows. */
export function writtenAt({ created, edited }: Pick<Origin, 'created' | 'edited'>): Micros | null {
  return created ?? edited;
}

export function originFields({ source, id, words, created, edited }: Origin): ExtraFields {
  const fields: Record<string, FieldValue> = {
    [ORIGIN_FIELDS.source]: { stringValue: source },
    [ORIGIN_FIELDS.id]: { stringValue: id },
    [ORIGIN_FIELDS.words]: { stringValue: words },
  };
  if (created !== null) fields[ORIGIN_FIELDS.created] = { timestampValue: toTimestamp(created) };
  if (edited !== null) fields[ORIGIN_FIELDS.edited] = { timestampValue: toTimestamp(edited) };
  return fields;
}

/** The origin that the fields of a note name; null if the note was not imported. */
export function readOrigin(extra: ExtraFields): Origin | null {
  const id = textOf(extra, ORIGIN_FIELDS.id);
  const words = textOf(extra, ORIGIN_FIELDS.words);
  if (id === null || words === null) return null;
  return {
    source: SOURCES.find((source) => source === textOf(extra, ORIGIN_FIELDS.source)) ?? 'inkling',
    id,
    words,
    created: timeOf(extra, ORIGIN_FIELDS.created),
    edited: timeOf(extra, ORIGIN_FIELDS.edited),
  };
}

function timeOf(extra: ExtraFields, name: string): Micros | null {
  const value = extra[name];
  return value !== undefined && 'timestampValue' in value ? fromTimestamp(value.timestampValue) : null;
}

/** Null if the field is missing or not a text. */
function textOf(extra: ExtraFields, name: string): string | null {
  const value = Object.hasOwn(extra, name) ? extra[name] : undefined;
  return value !== undefined && 'stringValue' in value ? value.stringValue : null;
}

/** Ids sort by time, oldest first; see `import-id.ts`. */
export function byId(a: { readonly id: NoteId }, b: { readonly id: NoteId }): number {
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
