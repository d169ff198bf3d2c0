/** A device that has synced many notes, and has indexed them. */
import { createChanges } from '#main/store/changes.ts';
import { openDatabase } from '#main/store/open.ts';
import { createNoteStore } from '#main/store/note-store.ts';
import { openSearch } from '#main/store/search/open-search.ts';
import type { NoteRecord } from '#main/sync/note-record.ts';
import type { UpdateTime } from '#main/sync/ports.ts';
import type { RealisticNote } from '#tests/support/realistic-notes.ts';

const VERSION = '000000000001.000000000' as UpdateTime;
const AT_ONCE = 1_000;

/** @param file path of the account's database, which nobody has open */
export function fillDatabase(file: string, notes: readonly RealisticNote[]): void {
  const db = openDatabase(file);
  const store = createNoteStore(db);
  for (let from = 0; from < notes.length; from += AT_ONCE) {
    store.transaction(() => {
      for (const note of notes.slice(from, from + AT_ONCE)) store.write(toRecord(note));
    });
  }
  store.setLoaded();
  db.close();
}

/** The notes must be in the file already. */
export function indexDatabase(file: string): void {
  const opened = openSearch(file);
  const work = opened.search.build();
  while (work.next().done !== true);
  opened.close();
  forgetLearntChanges(file);
}

/** As the app does. The last change stays: without it the next opening takes the index for that of another database. */
function forgetLearntChanges(file: string): void {
  const db = openDatabase(file);
  const changes = createChanges(db);
  const last = db.prepare<[], number>('SELECT max(sequence) FROM changes').pluck().get() ?? 0;
  while (changes.cutBefore(last));
  db.close();
}

function toRecord({ id, createdAt, ...fields }: RealisticNote): NoteRecord {
  return {
    id,
    local: fields,
    remote: { fields, updateTime: VERSION },
    extra: {},
    created: createdAt * 1000,
    pending: null,
  };
}
