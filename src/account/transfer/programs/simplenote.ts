/**
 * Simplenote's export: `source/notes.json` has every note with its dates, tags and pin, and beside it each
 * note stands in a text file, in `trash` if it is there. Without the JSON, the text files are read.
 */
import * as v from 'valibot';
import type { Uid } from '#shared/note/note.ts';
import { fingerprint } from '../notes/import-id.ts';
import { foreignNote, type IncomingNote } from '../notes/incoming-note.ts';
import { joinParts } from '../notes/keep-text.ts';
import { entryOfText, MOST_TITLE } from '../notes/markdown-note.ts';
import { readDate } from '../notes/read-date.ts';
import { type Entry, entryOf, type Reading } from '../notes/reading.ts';
import type { Pace } from '../../sync/slices.ts';
import type { SourceFile } from '../sources/sources.ts';
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

const TEXT_OF_NOTE = expected(
  'Simplenote’s text files of these notes were skipped: notes.json has the same words.',
);

export const createSimplenote: CreateProgram = (uid) => {
  /** Names that stand for the words of the notes in JSON files (`holderOf`). */
  const holders = new Set<string>();

  async function readExport(
    value: Readonly<Record<string, unknown>>,
    file: SourceFile,
    pace: Pace,
  ): Promise<Reading> {
    const entries: Entry[] = [];
    for (const entry of entriesOf(value, file.chosen, uid)) {
      entries.push(entry);
      if (entry.kind === 'note') for (const name of entry.holds ?? []) holders.add(name);
      await pace();
    }
    return { kind: 'notes', entries };
  }

  return {
    isLikely: ({ name }) => /(?:^|[\\/])source[\\/]notes\.json$/i.test(name),
    read(read, pace) {
      const { file } = read;
      if (read.type === 'json') return isExport(read.value) ? readExport(read.value, file, pace) : null;
      if (read.type !== 'text' || holders.size === 0) return null;
      const whole = normalizedText(read.text);
      const names = [whole, splitTags(whole).words].map((text) => holderOf(file.chosen, text));
      if (!names.some((name) => holders.has(name))) return null;
      return {
        kind: 'notes',
        entries: [entryOfText(read.text, file, uid)],
        // The name stands for the words.
        copy: { parts: [{ holders: names, words: '' }], found: TEXT_OF_NOTE },
      };
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

function* entriesOf(value: Readonly<Record<string, unknown>>, chosen: string, uid: Uid): Generator<Entry> {
  for (const name of ['activeNotes', 'trashedNotes']) {
    for (const [inFile, number] of notesOf(value, name)) {
      const { success, output } = v.safeParse(noteSchema, inFile, FIRST_ISSUE);
      if (success) {
        const holds = [holderOf(chosen, output.content)];
        yield entryOf(toNote(output, name === 'trashedNotes', uid), holds);
      } else {
        const reason = 'Not in Simplenote’s format.';
        yield { kind: 'broken', which: `, note ${number} of ${name}`, reason };
      }
    }
  }
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
  const id = fingerprint('simplenote', created);
  return foreignNote(
    uid,
    { title: isTitle ? line : '', text, isArchived: false, isDeleted, isPinned, labels, color: null },
    { source: 'simplenote', id, created, edited, attachments: [], losses: [] },
  );
}

/**
 * A name for the words of a note among those of a chosen path. Windows writes other line ends, and the tags
 * below a text take the empty lines above them with them.
 */
function holderOf(chosen: string, content: string): string {
  return fingerprint('simplenote', chosen, trim(normalizedText(content)));
}
