/**
 * A note of Google Keep as Google Takeout writes it: one JSON file for each. The format is not documented, so
 * only the words must be as expected. Any other unexpected field is left out, and a list loses only its
 * unexpected elements.
 */
import * as v from 'valibot';
import type { Uid } from '#shared/note/note.ts';
import { NO_COLOR } from '#shared/note/colors.ts';
import { cleanLabel } from '#shared/note/labels.ts';
import type { Micros } from '#shared/note/remote-store.ts';
import { fingerprint } from './import-id.ts';
import {
  fingerprintOfWords,
  foreignNote,
  type IncomingNote,
  type Origin,
  originFields,
} from './incoming-note.ts';
import type { KeepPage } from './keep-page.ts';
import {
  attachmentLines,
  convertedLines,
  joinLines,
  joinParts,
  type KeepItem,
  textOfKeep,
} from './keep-text.ts';
import { FIRST_ISSUE, requireAtMost, UnreadableError } from '../sources/transfer-error.ts';
import { normalizedText, oneLine, trim } from './white-space.ts';

const words = v.nullish(v.string(), '');
const text = v.fallback(v.string(), '');
const unknown = v.optional(v.unknown());
/** Some programs that process a Takeout write flags as text. */
const flag = v.fallback(
  v.pipe(
    v.union([v.boolean(), v.string()]),
    v.transform((value) => isTrue(value)),
  ),
  false,
);
/** Microseconds since the epoch, as a number or its digits. */
const time = v.fallback(
  v.nullable(v.pipe(v.union([v.number(), v.pipe(v.string(), v.digits(), v.toNumber())]), v.safeInteger())),
  null,
);
const list = v.fallback(v.array(v.unknown()), []);
const amount = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(64)), 0);

interface ItemInFile {
  readonly text: string;
  readonly textHtml: string;
  readonly isChecked?: unknown;
  readonly indentation: number;
  readonly children: readonly unknown[];
  readonly childListItems: readonly unknown[];
}

const itemSchema: v.GenericSchema<unknown, ItemInFile> = v.object({
  text: words,
  textHtml: text,
  isChecked: unknown,
  indentation: amount,
  children: v.nullish(v.array(v.unknown()), []),
  /** The name of `children` in Keep's own API. */
  childListItems: v.nullish(v.array(v.unknown()), []),
});

const keepSchema = v.object({
  title: words,
  textContent: words,
  textContentHtml: text,
  listContent: v.nullish(v.array(v.unknown()), []),
  isArchived: flag,
  isTrashed: flag,
  isPinned: flag,
  color: v.fallback(v.string(), NO_COLOR),
  labels: list,
  annotations: list,
  attachments: list,
  reminders: list,
  sharees: list,
  createdTimestampUsec: time,
  userEditedTimestampUsec: time,
});

const timesSchema = v.object({ createdTimestampUsec: unknown, userEditedTimestampUsec: unknown });
/** UTF-16 units of a time in the report. */
const MOST_TIME = 100;

const labelSchema = v.object({
  name: v.pipe(
    v.string(),
    v.check((name) => cleanLabel(name) !== ''),
  ),
});
const annotationSchema = v.object({ url: text, title: text });
const attachmentSchema = v.object({ filePath: v.string() });
const shareeSchema = v.object({ email: v.string(), isOwner: flag });

/** Whether this is a note of Keep, even a damaged one: a Takeout also holds JSON of many other products. */
export function isKeepNote(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const has = (name: string): boolean => Object.hasOwn(value, name);
  const isDated = has('userEditedTimestampUsec') || has('createdTimestampUsec') || has('isTrashed');
  return has('textContent') || has('listContent') || (has('title') && isDated);
}

/**
 * @returns null if the note has no words
 * @throws UnreadableError if the words are not readable
 */
export function fromKeep(value: unknown, uid: Uid): IncomingNote | null {
  const { success, output: note } = v.safeParse(keepSchema, value, FIRST_ISSUE);
  if (!success) throw notOfKeep();
  const lost = createLost();
  const title = normalizedText(note.title);
  const items = lost.readEach('list item', itemSchema, note.listContent);
  const sharees = lost.readEach('person', shareeSchema, note.sharees);
  const noteText = textOfKeep({
    ...note,
    items: items.flatMap((item) => itemsOf(item, 0, lost)),
    annotations: lost.readEach('web page', annotationSchema, note.annotations),
    sharees,
  });
  const attachments = lost
    .readEach('attached file', attachmentSchema, note.attachments)
    .map(({ filePath }) => oneLine(filePath))
    .filter((name) => name !== '');
  const content = { title, text: joinParts([noteText, attachmentLines(attachments)]) };
  if (trim(`${title}${content.text}`) === '') {
    // Nobody can tell whether the unreadable list items had words.
    if (items.length < note.listContent.length) throw notOfKeep();
    return null;
  }
  const { isArchived, isTrashed: isDeleted, isPinned } = note;
  const labels = lost.readEach('label', labelSchema, note.labels).map(({ name }) => name);
  const incoming = foreignNote(
    uid,
    { ...content, isArchived, isDeleted, isPinned, labels, color: colorOf(note.color) },
    {
      source: 'google-keep',
      id: fingerprint('google-keep', note.createdTimestampUsec),
      created: atLeastEpoch(note.createdTimestampUsec),
      edited: atLeastEpoch(note.userEditedTimestampUsec),
      attachments,
      losses: [...lost.all(), ...lostTimes(value)],
    },
  );
  const converted = convertedLines({ ...note, sharees });
  return converted.length === 0 ? incoming : { ...incoming, converted };
}

/** A sentence for each time that is in the file and could not be read. */
function lostTimes(value: unknown): readonly string[] {
  const { output } = v.safeParse(timesSchema, value);
  return Object.entries(output ?? {}).flatMap(([name, written]) =>
    typeof written === 'string' && v.safeParse(time, written).output === null
      ? [`Its time ${name} “${written.slice(0, MOST_TIME).toWellFormed()}” could not be read.`]
      : [],
  );
}

function notOfKeep(): UnreadableError {
  return new UnreadableError('Its title, text or list is not in Google Keep’s format.');
}

/** Whether the note has a text or a list with words, and not only a title and what belongs to it. */
export function hasOwnText(value: unknown, uid: Uid): boolean {
  const note = v.parse(keepSchema, value);
  if (trim(note.textContent) !== '') return true;
  const withoutOthers = fromKeep(
    { ...note, attachments: [], annotations: [], reminders: [], sharees: [] },
    uid,
  );
  return (withoutOthers?.fields.text ?? '') !== '';
}

/**
 * What a note of Keep without words of its own is together with its web page: the page has the words, the
 * JSON everything else.
 * @param files names of the files that the page shows
 */
export function withWordsOfPage(value: unknown, page: KeepPage, files: readonly string[]): unknown {
  const { title, attachments, ...note } = v.parse(keepSchema, value);
  return {
    ...note,
    title: trim(title) === '' ? page.title : title,
    textContent: joinParts([page.words, joinLines(page.pageLines)]),
    attachments: attachments.length > 0 ? attachments : files.map((filePath) => ({ filePath })),
  };
}

/** The note with the names that its attached files got when they were copied. */
export function withAttachmentNames(note: IncomingNote, names: readonly string[]): IncomingNote {
  const whole = note.fields.text ?? '';
  const ownText = whole.slice(0, whole.length - attachmentLines(note.attachments).length);
  const fields = { ...note.fields, text: `${ownText}${attachmentLines(names)}` };
  const origin: Origin = { ...note.origin, words: fingerprintOfWords(fields) };
  return { ...note, fields, attachments: names, origin, extra: { ...note.extra, ...originFields(origin) } };
}

function colorOf(written: string): string | null {
  const name = written.trim().toWellFormed();
  return name === NO_COLOR || name === '' ? null : name;
}

function itemsOf(item: ItemInFile, depth: number, lost: Lost): readonly KeepItem[] {
  const { textHtml, isChecked, indentation, children, childListItems } = item;
  const below = lost
    .readEach('list item', itemSchema, [...children, ...childListItems])
    .flatMap((child) => itemsOf(child, depth + 1, lost));
  return [{ text: item.text, textHtml, isChecked: isTrue(isChecked), depth: depth + indentation }, ...below];
}

type Lost = ReturnType<typeof createLost>;

/** List items, labels and other elements of a note; a list of Keep has up to a thousand items. */
const MOST_PARTS = 20_000;

/** Counts the elements that are left out of lists. */
function createLost() {
  const counts = new Map<string, number>();
  let read = 0;
  return {
    /** A sentence for each kind of element that was lost. */
    all: (): readonly string[] =>
      [...counts].map(([name, lost]) => `${lost} of its ${name} entries could not be read.`),
    /** The readable elements; the others are counted. */
    readEach<Schema extends v.GenericSchema>(
      name: string,
      schema: Schema,
      elements: readonly unknown[],
    ): v.InferOutput<Schema>[] {
      read += elements.length;
      requireAtMost(read, MOST_PARTS);
      const good = elements.flatMap((element) => {
        const { success, output } = v.safeParse(schema, element, FIRST_ISSUE);
        return success ? [output] : [];
      });
      const lost = elements.length - good.length;
      if (lost > 0) counts.set(name, (counts.get(name) ?? 0) + lost);
      return good;
    },
  };
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true');
}

function atLeastEpoch(micros: Micros | null): Micros | null {
  return micros !== null && micros > 0 ? micros : null;
}
