/**
 * A note as Google Takeout writes those of Google Keep: one JSON file each. Nothing describes the form but the files
 * themselves, so only its words must be as expected; any other field that is not is left out.
 *
 * What Inkling has no place for is not dropped. Addresses that Keep shows below a note and that its text does not name
 * are appended to it, and so are the names of attached files, whose contents are not imported. Colour, pin and labels
 * are kept in a field `googleKeep`.
 */
import * as v from 'valibot';
import type { Uid } from '#shared/note.ts';
import type { ExtraFields, FieldValue } from '#shared/extra-fields.ts';
import type { Micros } from '#shared/remote-store.ts';
import { fingerprint, importedId } from './import-id.ts';
import { fingerprintOfWords, type IncomingNote, originFields } from './incoming-note.ts';
import { FIRST_ISSUE, UnreadableError } from './transfer-error.ts';

const words = v.nullish(v.string(), '');
const flag = v.fallback(v.boolean(), false);
/** Microseconds since the epoch, as a number or its digits. */
const time = v.fallback(
  v.nullable(v.pipe(v.union([v.number(), v.pipe(v.string(), v.digits(), v.toNumber())]), v.safeInteger())),
  null,
);
function listOf<Schema extends v.GenericSchema>(item: Schema) {
  return v.fallback(v.array(item), []);
}

const keepSchema = v.object({
  title: words,
  textContent: words,
  listContent: v.nullish(v.array(v.object({ text: words, isChecked: flag })), []),
  isArchived: flag,
  isTrashed: flag,
  isPinned: flag,
  color: v.fallback(v.string(), 'DEFAULT'),
  labels: listOf(v.object({ name: v.string() })),
  annotations: listOf(v.object({ url: v.fallback(v.string(), '') })),
  attachments: listOf(v.object({ filePath: v.fallback(v.string(), '') })),
  createdTimestampUsec: time,
  userEditedTimestampUsec: time,
});
type KeepNote = v.InferOutput<typeof keepSchema>;

/** Whether this is one of Keep's notes, be it a damaged one: a Takeout holds JSON of many other products, too. */
export function isKeepNote(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const has = (name: string): boolean => Object.hasOwn(value, name);
  const isDated = has('userEditedTimestampUsec') || has('createdTimestampUsec') || has('isTrashed');
  return has('textContent') || has('listContent') || (has('title') && isDated);
}

/**
 * @returns null where there is not a word in it
 * @throws UnreadableError where the words are not readable
 */
export function fromKeep(value: unknown, uid: Uid): IncomingNote | null {
  const { success, output: note } = v.safeParse(keepSchema, value, FIRST_ISSUE);
  if (!success)
    throw new UnreadableError('Its title, text or list is not of the form that Google Keep writes.');
  const title = plain(note.title);
  const text = textOf(note);
  if (`${title}${text}`.trim() === '') return null;
  const { isArchived, isTrashed: isDeleted } = note;
  const created = atLeastEpoch(note.createdTimestampUsec);
  const edited = atLeastEpoch(note.userEditedTimestampUsec);
  const id = identityOf(note);
  const origin = {
    source: 'google-keep',
    id,
    words: fingerprintOfWords({ title, text }),
    created,
    edited,
  } as const;
  return {
    // Of the words as Keep has them alone, see `identityOf`.
    id: importedId(uid, created ?? edited, id),
    aliases: [],
    fields: { title, text, isArchived, isDeleted },
    extra: { ...originFields(origin), ...keepFields(note) },
    origin,
  };
}

/** Of the words as Keep has them: how they are shown here may change, and the note is still the same. */
function identityOf({ createdTimestampUsec, title, textContent, listContent }: KeepNote): string {
  const items = listContent.map(({ text, isChecked }) => [text, isChecked]);
  return fingerprint('google-keep', createdTimestampUsec, title, textContent, items);
}

function textOf({ title, textContent, listContent, annotations, attachments }: KeepNote): string {
  const items = listContent.some(({ text }) => text.trim() !== '') ? listContent : [];
  const list = items.map(({ text, isChecked }) => `${isChecked ? '☑' : '☐'} ${plain(text)}`.trimEnd());
  const own = [plain(textContent), list.join('\n')];
  const mentioned = `${title}\n${own.join('\n')}`;
  const addresses = annotations.map(({ url }) => oneLine(url)).filter((url) => !isMentioned(url, mentioned));
  const files = attachments.map(({ filePath }) => oneLine(filePath)).filter((name) => name !== '');
  const parts = [
    ...own,
    [...new Set(addresses)].join('\n'),
    files.map((name) => `[Attachment: ${name}]`).join('\n'),
  ];
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

/** People write addresses without their beginning or end, and Keep completes them. */
function isMentioned(url: string, mentioned: string): boolean {
  const core = url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  return mentioned.toLowerCase().includes(core.toLowerCase());
}

function keepFields({ color, isPinned, labels }: KeepNote): ExtraFields {
  const fields: Record<string, FieldValue> = {};
  if (color !== 'DEFAULT') fields['color'] = { stringValue: color.toWellFormed() };
  if (isPinned) fields['isPinned'] = { booleanValue: true };
  if (labels.length > 0) {
    fields['labels'] = { arrayValue: labels.map(({ name }) => ({ stringValue: name.toWellFormed() })) };
  }
  return Object.keys(fields).length === 0 ? {} : { googleKeep: { mapValue: fields } };
}

function atLeastEpoch(micros: Micros | null): Micros | null {
  return micros !== null && micros > 0 ? micros : null;
}

function plain(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').toWellFormed();
}

function oneLine(text: string): string {
  return plain(text)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
