/**
 * Reads a note from a Markdown or text file, as an export of Inkling or another program wrote it (Obsidian,
 * Joplin, Simplenote, Notesnook, Bear). The title is the front matter's, else the heading at the beginning of
 * the text, else the file's name; dates are the front matter's, else the file's; tags become labels. Other
 * front matter stands below the text.
 */
import path from 'node:path';
import type { Uid } from '#shared/note/note.ts';
import type { Micros } from '#shared/note/remote-store.ts';
import { fold } from '#shared/text/search.ts';
import { createFacts } from './front-matter-facts.ts';
import { splitHead } from './heads.ts';
import { fingerprint } from './import-id.ts';
import { foreignNote } from './incoming-note.ts';
import { joinParts } from './keep-text.ts';
import { readOwnMarkdown } from './own-markdown.ts';
import { fromOwn } from './own-note.ts';
import { ARCHIVED_NAMES, PINNED_NAMES, TITLE_NAMES, TRASHED_NAMES } from './property-names.ts';
import { readDate } from './read-date.ts';
import { type Entry, entryOf } from './reading.ts';
import { splitTags } from './simplenote-tags.ts';
import type { SourceFile } from '../sources/sources.ts';
import { normalizedText, oneLine, trim, trimEnd } from './white-space.ts';

/** UTF-16 units. A longer first line is a paragraph and no title. */
export const MOST_TITLE = 200;
/** UTF-16 units of a time in the report. */
const MOST_TIME = 100;
/** What a file of an export begins with, as `toMarkdown` writes it. */
const OWN_BEGINNING = '---\nid: "';
const CHANGED_EXPORT =
  'This file of an Inkling export was changed or damaged since. It became a separate note.';

/** Whether an export of Inkling wrote the file, as far as its beginning tells. */
export function isFileOfExport(text: string): boolean {
  return text.startsWith(OWN_BEGINNING);
}

/** What another file says of the note. */
export interface KnownFacts {
  readonly created: Micros | null;
  readonly edited: Micros | null;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
}

/** @param file its name may be another than that of the file, if its folder has the note's name */
export function entryOfText(
  text: string,
  file: Pick<SourceFile, 'name' | 'changed'>,
  uid: Uid,
  facts: KnownFacts | null = null,
): Entry {
  const exportedNote = readOwnMarkdown(text);
  if (exportedNote !== null) return entryOf(fromOwn(exportedNote, uid));
  const { entries, body } = splitHead(normalizedText(text));
  const front = createFacts(entries);
  const name = nameOfNote(file.name);
  const { words, tags: tagsBelow } = splitTags(body);
  const content = contentOf(trimLines(words), front.take(TITLE_NAMES), name, front.isOwn);
  const createdText = front.takeCreated();
  const editedText = front.takeEdited();
  const changed = file.changed === null ? null : Math.floor(file.changed) * 1000;
  const fields = {
    labels: [...front.takeTags(), ...tagsBelow],
    color: front.takeColor(),
    isPinned: front.takeFlag(PINNED_NAMES) || (facts?.isPinned ?? false),
    isArchived: front.takeFlag(ARCHIVED_NAMES) || front.isIn('archived') || (facts?.isArchived ?? false),
    isDeleted:
      front.takeFlag(TRASHED_NAMES) ||
      front.isIn('trashed') ||
      isInTrash(file.name) ||
      (facts?.isDeleted ?? false),
  };
  const rest = front.rest();
  const losses = front
    .unreadTimes()
    .map((line) => `A time was not understood, and is below its words: ${line.slice(0, MOST_TIME)}`);
  if (content === null && rest === '') return { kind: 'empty' };
  const { title, text: ownText } = content ?? { title: name, text: '' };
  const whole = joinParts([ownText, rest]);
  const id = fingerprint('markdown', name, createdText);
  return {
    kind: 'note',
    dates: [createdText, editedText].filter((date) => date !== null),
    remark: front.isOwn || isFileOfExport(text) ? CHANGED_EXPORT : null,
    note: (order) =>
      foreignNote(
        uid,
        { ...fields, title, text: whole },
        {
          source: 'markdown',
          id,
          created: createdText === null ? (facts?.created ?? null) : readDate(createdText, order),
          edited: editedText === null ? (facts?.edited ?? changed) : readDate(editedText, order),
          attachments: [],
          losses,
        },
      ),
  };
}

/** Null if neither the file's text nor its name has a word. */
function contentOf(
  words: string,
  frontTitle: string,
  name: string,
  isOwn: boolean,
): { readonly title: string; readonly text: string } | null {
  const lines = words.split('\n');
  const { heading, count } = headingOf(lines);
  const below = trimLines(lines.slice(count).join('\n'));
  if (frontTitle !== '') {
    const title = oneLine(frontTitle);
    // An export writes the title twice, and a person changes the one that they see: the heading.
    const isChanged = isOwn && lines[0]?.startsWith('# ') === true && lines[0] !== `# ${title}`;
    if (isChanged && heading !== null) return { title: heading, text: below };
    if (heading === null || !isSame(heading, title)) return { title, text: words };
    // Of two that differ only in signs, such as C and C++, the longer one loses none.
    return { title: heading.length > title.length ? heading : title, text: below };
  }
  if (heading !== null) return { title: heading, text: below };
  const first = oneLine(lines[0] ?? '');
  // A program without titles names a file after the note's first line, as much of it as fits.
  if (first !== '' && first.length <= MOST_TITLE && isNameOf(name, first))
    return { title: first, text: trimLines(lines.slice(1).join('\n')) };
  if (words === '' && /^untitled(?: \d+)?$/i.test(name)) return null;
  return { title: name, text: words };
}

/** The heading with which a text begins, and how many lines it takes. */
function headingOf(lines: readonly string[]): { readonly heading: string | null; readonly count: number } {
  const [first = '', second = ''] = lines;
  const marks = /^#{1,6}(?=[ \t])/.exec(first)?.[0];
  if (marks !== undefined) {
    const heading = oneLine(first.slice(marks.length)).replace(/ #+$/, '');
    return { heading: heading === '' ? null : heading, count: 1 };
  }
  return trim(first) !== '' && /^={2,}\s*$/.test(second)
    ? { heading: oneLine(first), count: 2 }
    : { heading: null, count: 0 };
}

const LONG_NAME = 20;

function isNameOf(name: string, line: string): boolean {
  // A program that exports two notes of one name puts a number behind the second.
  const [short, long] = [lettersOf(name.replace(/ \(\d+\)$/, '')), lettersOf(line)];
  return short !== '' && (short === long || (short.length >= LONG_NAME && long.startsWith(short)));
}

function isSame(first: string, second: string): boolean {
  return first === second || (lettersOf(first) !== '' && lettersOf(first) === lettersOf(second));
}

/** What a file's name keeps of a line: letters and digits. */
function lettersOf(words: string): string {
  return fold(words).replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Without empty lines at its beginning and its end. */
function trimLines(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => trim(line) !== '');
  return first < 0 ? '' : trimEnd(lines.slice(first).join('\n'));
}

/** Names of folders with deleted notes: Simplenote and Inkling (`trash`), Apple Notes, and others. */
const TRASH: ReadonlySet<string> = new Set([
  'trash',
  '_trash',
  'deleted',
  'deleted notes',
  'recently deleted',
  'recycle bin',
  'papierkorb',
  'zuletzt gelöscht',
  'corbeille',
  'papelera',
  'cestino',
  'lixeira',
  'prullenbak',
  'kosz',
  'корзина',
  'ゴミ箱',
  '回收站',
  '휴지통',
]);

function isInTrash(name: string): boolean {
  const folders = name.normalize('NFC').toLowerCase().split(/[\\/]/).slice(0, -1);
  return folders.some((folder) => TRASH.has(folder));
}

/** The beginning of an id, which Standard Notes puts behind the title of each text file. */
const ID_BEHIND_TITLE = /(?<=[^\s-])-(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{8}$/;

/** The name of the file without its ending, as far as it is the note's. */
function nameOfNote(file: string): string {
  const ending = path.extname(file);
  const name = path.basename(file, ending).normalize('NFC');
  return /^\.txt$/i.test(ending) ? name.replace(ID_BEHIND_TITLE, '') : name;
}
