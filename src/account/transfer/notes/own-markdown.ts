/**
 * The Markdown file that an export writes of a note: front matter, the title as a heading, and the text as it
 * was typed. It alone holds the whole note. Except for `created` and `list`, values are JSON, which YAML
 * reads as well:
 *
 *   ---
 *   id: "…"
 *   created: 2026-01-02T03:04:05.678000000Z
 *   list: active
 *   title: "Shopping"
 *   pinned: true
 *   tags: ["home"]
 *   extra: {"fieldOfAnotherClient":{"stringValue":"calm"}}
 *   words: "…"
 *   ---
 *
 *   # Shopping
 *
 *   milk
 *
 * Empty fields are left out. `words` is a fingerprint of the title and the text: if these were changed since,
 * the file is somebody's own Markdown and no longer an export.
 */
import { LISTS, type NoteFields } from '#shared/note/note.ts';
import { FIELD_NAMES, type FieldName, isSameField, mapFields, NO_FIELDS } from '#shared/note/note-fields.ts';
import { type FrontMatterEntry, splitFrontMatter } from './front-matter.ts';
import { fingerprintOfWords } from './incoming-note.ts';
import type { ExportedNote } from './own-format.ts';
import { readOwn } from './own-note.ts';
import { UnreadableError } from '../sources/transfer-error.ts';

/** The names that other programs use, if they have the field. */
const KEYS = {
  title: 'title',
  text: 'text',
  isArchived: 'archived',
  isDeleted: 'trashed',
  conflictOf: 'conflictOf',
  isPinned: 'pinned',
  color: 'color',
  labels: 'tags',
} as const satisfies Record<FieldName, string>;

/** Keys to which no other program gives a meaning. */
export const OWN_KEYS: readonly string[] = ['id', 'list', 'words', 'extra', KEYS.conflictOf, KEYS.text];

export function toMarkdown(note: ExportedNote): string {
  const { id, createdAt, list, title, text, extra } = note;
  const entries = [`id: ${yaml(id)}`, `created: ${createdAt}`, `list: ${list}`];
  for (const name of FIELD_NAMES)
    if (hasEntry(name, note)) entries.push(`${KEYS[name]}: ${yaml(note[name])}`);
  if (Object.keys(extra).length > 0) entries.push(`extra: ${yaml(extra)}`);
  entries.push(`words: ${yaml(fingerprintOfWords(note))}`);
  return `---\n${entries.join('\n')}\n---\n${headingOf(title)}${text === null || text === '' ? '' : `\n${text}\n`}`;
}

function hasEntry(name: FieldName, note: NoteFields): boolean {
  // A title or text that the document lacks is written as null, unlike an empty one. The text itself stands
  // below.
  if (name === 'title') return note.title !== '';
  return name === 'text' ? note.text === null : !isSameField(name, note, NO_FIELDS);
}

function headingOf(title: string | null): string {
  return title === null || title === '' ? '' : `\n# ${title.replaceAll(/\s+/g, ' ').trim()}\n`;
}

/**
 * JSON is YAML except for some characters, which YAML takes for line breaks or does not allow: these are
 * escaped.
 */
function yaml(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The note in a file that an export wrote and nobody changed; null for any other file. */
export function readOwnMarkdown(file: string): ExportedNote | null {
  // If some program has changed all line ends, it has changed those of the text, too.
  const whole = file.startsWith('---\r\n') ? file.replaceAll('\r\n', '\n') : file;
  const { entries, body } = splitFrontMatter(whole);
  const list = entries.find(({ key }) => key === 'list')?.rest;
  if (!LISTS.some((name) => name === list)) return null;
  const values = new Map(entries.map((entry) => [entry.key, jsonOf(entry)]));
  const title = values.has(KEYS.title) ? values.get(KEYS.title) : '';
  const heading = headingOf(typeof title === 'string' ? title : null);
  const below = body.startsWith(heading) ? body.slice(heading.length) : body;
  const words = below.replace(/^\n/, '').replace(/\n$/, '');
  const fields = mapFields<Record<FieldName, unknown>>((name) => values.get(KEYS[name]));
  const note = noteOf({
    ...fields,
    title,
    text: values.get(KEYS.text) === null && words === '' ? null : words,
    id: values.get('id'),
    list,
    createdAt: values.get('created'),
    extra: values.get('extra'),
  });
  return note !== null && values.get('words') === fingerprintOfWords(note) ? note : null;
}

function noteOf(value: Readonly<Record<string, unknown>>): ExportedNote | null {
  try {
    return readOwn(value);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return null;
  }
}

function jsonOf({ rest }: FrontMatterEntry): unknown {
  try {
    return JSON.parse(rest);
  } catch {
    return rest;
  }
}
