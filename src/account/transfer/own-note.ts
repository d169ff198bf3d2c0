/**
 * A note from an export of Inkling's own. Where the account still has the note, under the name in the file, under the one
 * that it had before it was imported there, or as an earlier import, it is known. Else it gets a name of its own account
 * and time (see `import-id.ts`): under the old one another account may have it, and old names do not keep notes in their
 * order.
 */
import * as v from 'valibot';
import { hasContent, type Uid } from '#shared/note.ts';
import type { ExtraFields } from '#shared/extra-fields.ts';
import { isNoteId } from '#shared/note-id.ts';
import { importedId, isImportedId } from './import-id.ts';
import { type IncomingNote, type Origin, ORIGIN_FIELDS, originFields, writtenAt } from './incoming-note.ts';
import { type ExportedNote, FORMAT, noteSchema, rootSchema, VERSION } from './own-format.ts';
import { fromTimestamp } from './times.ts';
import { FIRST_ISSUE, UnreadableError } from './unreadable.ts';

/**
 * Whether this is the outermost object of an export.
 * @throws UnreadableError where it is one that cannot be read
 */
export function isOwnExport(root: unknown): boolean {
  if (typeof root !== 'object' || root === null || !('format' in root) || root.format !== FORMAT)
    return false;
  const { success, output } = v.safeParse(rootSchema, root);
  if (!success) throw new UnreadableError('It does not say of which version it is.');
  if (output.version > VERSION) {
    throw new UnreadableError(
      'It was written by a newer version of Inkling. Please update Inkling to import it.',
    );
  }
  return true;
}

/** @throws UnreadableError where it is no note of Inkling's */
export function readOwn(value: unknown): ExportedNote {
  const { success, output } = v.safeParse(noteSchema, value, FIRST_ISSUE);
  if (!success) throw new UnreadableError('It is not of the form that Inkling writes.');
  return output;
}

/** Null where there is not a word in it. */
export function fromOwn(note: ExportedNote, uid: Uid): IncomingNote | null {
  const { isArchived, isDeleted, extra } = note;
  const title = note.title?.toWellFormed() ?? null;
  const text = note.text?.toWellFormed() ?? null;
  if (!hasContent({ title: title ?? '', text: text ?? '' })) return null;
  const origin = originOf(note);
  return {
    id: importedId(uid, writtenAt(origin), origin.id),
    aliases: isNoteId(origin.id) ? [note.id, origin.id] : [note.id],
    fields: { title, text, isArchived, isDeleted },
    extra: { ...withoutOwn(extra), ...originFields(origin) },
  };
}

/**
 * Where the note came from before: the account that exported it, unless that one had imported it as well. Words that a device
 * has made a note of since (a conflict copy, a removed note that was brought back beside its successor) have the fields of
 * a note that was imported, and are none.
 */
function originOf({ id, createdAt, extra }: ExportedNote): Origin {
  const created = timeOf(extra, ORIGIN_FIELDS.created);
  const edited = timeOf(extra, ORIGIN_FIELDS.edited);
  const before = textOf(extra, ORIGIN_FIELDS.id);
  if (before === null || !isImportedId(id, writtenAt({ created, edited })))
    return { source: 'inkling', id, created: fromTimestamp(createdAt), edited: null };
  const source = textOf(extra, ORIGIN_FIELDS.source) === 'google-keep' ? 'google-keep' : 'inkling';
  return { source, id: before, created, edited };
}

/** Fields that Inkling writes itself, and so never among the others. */
const OWN_FIELDS = new Set<string>([
  'title',
  'text',
  'isArchived',
  'isDeleted',
  'createdAt',
  'uid',
  ...Object.values(ORIGIN_FIELDS),
]);

function withoutOwn(extra: ExtraFields): ExtraFields {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => !OWN_FIELDS.has(name)));
}

function timeOf(extra: ExtraFields, name: string): number | null {
  const value = extra[name];
  return value !== undefined && 'timestampValue' in value ? fromTimestamp(value.timestampValue) : null;
}

function textOf(extra: ExtraFields, name: string): string | null {
  const value = extra[name];
  return value !== undefined && 'stringValue' in value ? value.stringValue : null;
}
