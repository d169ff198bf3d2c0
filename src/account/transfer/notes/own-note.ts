/**
 * Reads a note from an export of Inkling. The account has the note already if it has one with the id in the
 * file, one with the id that the note had before the exporting account imported it, or one that was imported
 * with these words (`findImported`). Otherwise the note gets an id made of the account, its time and its
 * words (see `import-id.ts`): another account may have a note with the old id, old ids do not keep notes in
 * their order, and the same note may also come with other words.
 */
import * as v from 'valibot';
import {
  fromStored,
  hasFields,
  isOwnField,
  mapFields,
  NOTE_FIELDS,
  readFields,
  toStored,
} from '#shared/note/note-fields.ts';
import { contentOf, hasContent, type NoteFields, type Uid } from '#shared/note/note.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import { importedId } from './import-id.ts';
import {
  fingerprintOfWords,
  type IncomingNote,
  keyOf,
  type Origin,
  ORIGIN_FIELDS,
  originFields,
  readOrigin,
  writtenAt,
} from './incoming-note.ts';
import { type ExportedNote, noteSchema } from './own-format.ts';
import { fromTimestamp } from '#shared/note/times.ts';
import { FIRST_ISSUE, UnreadableError } from '../sources/transfer-error.ts';

const NOT_OURS = 'Not in Inkling’s format.';

/** @throws UnreadableError if it is not a note of Inkling */
export function readOwn(value: unknown): ExportedNote {
  const { success, output } = v.safeParse(noteSchema, value, FIRST_ISSUE);
  if (!success || !hasFields(value)) throw new UnreadableError(NOT_OURS);
  const fields = readFields(value);
  if (toStored({ fields, extra: {} }).fields !== fields) throw new UnreadableError(NOT_OURS);
  return { ...output, ...fromStored({ fields, extra: output.extra }).fields };
}

/** Null if the note has no words. */
export function fromOwn(note: ExportedNote, uid: Uid): IncomingNote | null {
  const fields = mapFields<NoteFields>((name) => NOTE_FIELDS[name].kind.toWellFormed(note[name]));
  if (!hasContent(contentOf(fields))) return null;
  const words = fingerprintOfWords(fields);
  const origin = { ...originOf(note, words), words };
  return {
    id: importedId(uid, writtenAt(origin), keyOf(origin)),
    aliases: isNoteId(origin.id) ? [note.id, origin.id] : [note.id],
    fields,
    extra: { ...withoutOwn(note.extra), ...originFields(origin) },
    origin,
    attachments: [],
    losses: [],
  };
}

/**
 * The origin of the words: the account that exported them, unless that account had imported just these words.
 * Words that were written there since (an edit, a conflict copy, a removed note that was brought back beside
 * its successor) come from that account, although their note has the fields of an imported one.
 */
function originOf({ id, createdAt, extra }: ExportedNote, words: string): Origin {
  const before = readOrigin(extra);
  if (before?.words === words) return before;
  return { source: 'inkling', id, words, created: fromTimestamp(createdAt), edited: null };
}

const ORIGIN_NAMES = new Set<string>(Object.values(ORIGIN_FIELDS));

/** Extra fields without those that Inkling writes itself. */
function withoutOwn(extra: ExtraFields): ExtraFields {
  return Object.fromEntries(
    Object.entries(extra).filter(([name]) => !isOwnField(name) && !ORIGIN_NAMES.has(name)),
  );
}
