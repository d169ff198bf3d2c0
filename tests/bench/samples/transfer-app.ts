/**
 * An import into an empty account, in a process of its own, as the account's thread does it. Measures its
 * time, its peak memory, and how long the thread is not free for anything else. Answers with one line of
 * JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Uid } from '#shared/note/note.ts';
import { systemClock } from '#account/clock.ts';
import { createAllNotes } from '#account/tables/all-notes.ts';
import { createConnection } from '#account/database/connection.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { openDatabase } from '#account/database/open.ts';
import { createPace } from '#account/sync/slices.ts';
import { importNotes } from '#account/transfer/import.ts';
import { watchEventLoop } from '../support/event-loop.ts';
import { localNotesOf } from '../support/local-notes.ts';

/** Memory is read once in this many steps of the progress. */
const LOOK_EVERY = 50;
const [, , source = ''] = process.argv;
const folder = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
const connection = createConnection(openDatabase(path.join(folder, 'notes.sqlite')), { onFatal: fail });
const store = createNoteStore(connection);

let reported = 0;
const memoryBefore = process.memoryUsage.rss();
let highest = 0;
let steps = 0;
const endWatch = watchEventLoop();
const from = performance.now();
const { added, pictures } = await importNotes({
  notes: localNotesOf(store),
  all: createAllNotes(connection),
  uid: 'ada' as Uid,
  source: [source],
  pace: createPace(systemClock),
  choosePictureFolder: async () => folder,
  onProgress() {
    // The system's own maximum is of no use: it includes the memory of the process that started this one.
    if (steps % LOOK_EVERY === 0) highest = Math.max(highest, process.memoryUsage.rss());
    steps += 1;
  },
  onReport: (text) => (reported = text.length),
});
const time = performance.now() - from;
if (reported === 0) throw new Error('There is no report.');
const { longestWork } = endWatch();
connection.close();
rmSync(folder, { recursive: true, force: true });
const memory = (highest - memoryBefore) / 1024 / 1024;
process.stdout.write(
  `${JSON.stringify({ added, pictures: pictures?.copied ?? 0, time, memory, longestWork })}\n`,
);

function fail(error: unknown): never {
  throw new Error('The notes could not be stored', { cause: error });
}
