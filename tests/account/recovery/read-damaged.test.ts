import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import type { NoteId } from '#shared/note/note.ts';
import { openAccountStore } from '#account/opening.ts';
import { readDamaged } from '#account/recovery/read-damaged.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const PAGE = 4096;
const id = 'note' as NoteId;

/** A database with one note, whose page with the last words of its text was overwritten. */
function withoutLastPage(text: string, page: Buffer): string {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  const store = openAccountStore({
    file,
    now: Date.now,
    onFatal(error) {
      throw error;
    },
  });
  const record = { id, local: { ...NO_FIELDS, text }, remote: null, extra: {}, created: 1, pending: null };
  store.notes.transaction(() => store.notes.write(record));
  store.close();
  const bytes = readFileSync(file);
  const at = bytes.lastIndexOf(text.slice(-20));
  page.copy(bytes, at - (at % PAGE));
  writeFileSync(file, bytes);
  return file;
}

test.each([
  ['zeros', Buffer.alloc(PAGE)],
  ['noise', Buffer.concat([Buffer.alloc(4), Buffer.alloc(PAGE - 4, 0xe7)])],
])('a page overwritten with %s at the end of a long text is not read as part of the text', (_what, page) => {
  const text = `first ${'words '.repeat(2_000)} and the very last words`;
  const file = withoutLastPage(text, page);
  const notes = readDamaged(file, { roots: true, oneMoment: true, broken: new Set() })?.tables.notes;
  expect(notes?.rows.get(id)?.text).toMatch(/^first words/);
  expect(notes?.replaced.get(id)).toEqual(expect.arrayContaining(['extra', 'text']));
  expect(notes?.replaced.get(id)).not.toContain('title');
});
