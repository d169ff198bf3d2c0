/**
 * A note from an export of Inkling's own. Where the account still has the note, under its old name or as an earlier
 * import, it is known. Else it gets a name of its own account and time (see `import-id.ts`): under the old one another
 * account may have it, and old names do not keep notes in their order.
 */
import * as v from 'valibot';
import { hasContent, type Uid } from '#shared/note.ts';
import type { ExtraFields } from '#shared/extra-fields.ts';
import { importedId } from './import-id.ts';
import { type IncomingNote, ORIGIN_FIELDS, originFields } from './incoming-note.ts';
import { FORMAT, noteSchema, rootSchema, VERSION } from './own-format.ts';
import { fromTimestamp } from './times.ts';
import { UnreadableError } from './unreadable.ts';

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

/** @throws UnreadableError where it is no note */
export function fromOwn(value: unknown, uid: Uid): IncomingNote {
  const { success, output: note } = v.safeParse(noteSchema, value);
  if (!success) throw new UnreadableError('It is not of the form that Inkling writes.');
  const { id: knownAs, isArchived, isDeleted, extra } = note;
  const title = note.title?.toWellFormed() ?? null;
  const text = note.text?.toWellFormed() ?? null;
  if (!hasContent({ title: title ?? '', text: text ?? '' })) return null;
  const created = timeOf(extra, ORIGIN_FIELDS.created) ?? fromTimestamp(note.createdAt);
  const edited = timeOf(extra, ORIGIN_FIELDS.edited);
  const id = textOf(extra, ORIGIN_FIELDS.id) ?? knownAs;
  const source = textOf(extra, ORIGIN_FIELDS.source) === 'google-keep' ? 'google-keep' : 'inkling';
  return {
    id: importedId(uid, created, id),
    knownAs,
    fields: { title, text, isArchived, isDeleted },
    extra: { ...withoutOwn(extra), ...originFields({ source, id, created, edited }) },
  };
}

/** Fields that Inkling writes itself, and so never among the others. */
const OWN_FIELDS = new Set(['title', 'text', 'isArchived', 'isDeleted', 'createdAt', 'uid']);

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
