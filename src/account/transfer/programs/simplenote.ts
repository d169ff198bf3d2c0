/**
 * Simplenote's export: `source/notes.json` has every note with its dates, tags and pin, and beside it each
 * note stands in a text file, in `trash` if it is there. Without the JSON, the text files are read.
 */
import * as v from 'valibot';
import type { Uid } from '#shared/note/note.ts';
import { fingerprint } from '../notes/import-id.ts';
import { foreignNote, type IncomingNote } from '../notes/incoming-note.ts';
import { joinParts } from '../notes/keep-text.ts';
import { MOST_TITLE } from '../notes/markdown-note.ts';
import { readDate } from '../notes/read-date.ts';
import { type Entry, entryOf } from '../notes/reading.ts';
import { expected } from '../sources/outcome.ts';
import { splitTags } from '../notes/simplenote-tags.ts';
import { FIRST_ISSUE } from '../sources/transfer-error.ts';
import { normalizedText, oneLine, trim, trimEnd } from '../notes/white-space.ts';
import { type CreateProgram, isObject } from './program.ts';

const texts = v.fallback(v.array(v.fallback(v.string(), '')), []);
const date = v.fallback(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((value) => readDate(String(value), 'day first')),
  ),
  null,
);
const noteSchema = v.object({
  content: v.string(),
  creationDate: date,
  lastModified: date,
  tags: texts,
  pinned: v.fallback(v.boolean(), false),
  publicURL: v.fallback(v.string(), ''),
  collaboratorEmails: texts,
});

const TEXT_OF_NOTE = expected('The same note came from notes.json.');

export const createSimplenote: CreateProgram = (uid) => {
  /** For each chosen path, the words of the notes in its JSON. */
  const words = new Map<string, Set<string>>();

  function add(chosen: string, content: string): void {
    const keys = words.get(chosen) ?? new Set();
    words.set(chosen, keys.add(keyOf(content)));
  }

  return {
    isLikely: ({ name }) => /(?:^|[\\/])source[\\/]notes\.json$/i.test(name),
    read(read) {
      const { file } = read;
      if (read.type === 'json' && isExport(read.value)) {
        const entries = entriesOf(read.value, uid, (content) => add(file.chosen, content));
        return { kind: 'notes', entries };
      }
      const keys = words.get(file.chosen);
      if (read.type !== 'text' || keys === undefined) return null;
      const whole = normalizedText(read.text);
      const isKnown = [whole, splitTags(whole).words].some((text) => keys.has(keyOf(text)));
      return isKnown ? TEXT_OF_NOTE : null;
    },
  };
};

function isExport(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const lists = ['activeNotes', 'trashedNotes'].filter((name) => name in value);
  return lists.length > 0 && lists.every((name) => Array.isArray(value[name]));
}

function* notesOf(value: Readonly<Record<string, unknown>>, name: string): Generator<[unknown, number]> {
  const list = value[name];
  if (Array.isArray(list)) for (const [index, note] of list.entries()) yield [note, index + 1];
}

function entriesOf(
  value: Readonly<Record<string, unknown>>,
  uid: Uid,
  onWords: (content: string) => void,
): readonly Entry[] {
  const entries: Entry[] = [];
  for (const name of ['activeNotes', 'trashedNotes']) {
    for (const [inFile, number] of notesOf(value, name)) {
      const { success, output } = v.safeParse(noteSchema, inFile, FIRST_ISSUE);
      if (success) {
        onWords(output.content);
        entries.push(entryOf(toNote(output, name === 'trashedNotes', uid)));
      } else {
        const reason = 'It is not of the form that Simplenote writes.';
        entries.push({ kind: 'broken', which: `, note ${number} of ${name}`, reason });
      }
    }
  }
  return entries;
}

function toNote(note: v.InferOutput<typeof noteSchema>, isDeleted: boolean, uid: Uid): IncomingNote | null {
  const content = normalizedText(note.content);
  if (trim(content) === '') return null;
  const [, first = '', below = ''] = /^\s*([^\n]*)\n?([^]*)$/.exec(content) ?? [];
  const line = oneLine(first).replace(/^#{1,6} +/, '');
  const isTitle = line !== '' && line.length <= MOST_TITLE;
  const people = note.collaboratorEmails.map(oneLine).filter((email) => email !== '');
  const text = joinParts([
    isTitle ? trimEnd(below.replace(/^(?:[^\S\n]*\n)+/, '')) : content,
    people.length === 0 ? '' : `Shared with: ${people.join(', ')}`,
    note.publicURL === '' ? '' : `Published at: ${oneLine(note.publicURL)}`,
  ]);
  const { creationDate: created, lastModified: edited, pinned: isPinned, tags: labels } = note;
  const id = fingerprint('simplenote', created, content);
  return foreignNote(
    uid,
    { title: isTitle ? line : '', text, isArchived: false, isDeleted, isPinned, labels, color: null },
    { source: 'simplenote', id, created, edited, attachments: [], losses: [] },
  );
}

/** Windows writes other line ends, and the tags below a text take the empty lines above them with them. */
function keyOf(content: string): string {
  return trim(normalizedText(content));
}
