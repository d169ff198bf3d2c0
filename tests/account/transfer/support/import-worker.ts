/** Entry of a thread that imports one file into an account that accepts every note and stores none. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Uid } from '#shared/note/note.ts';
import { systemClock } from '#account/clock.ts';
import { createPace } from '#account/sync/slices.ts';
import { importNotes } from '#account/transfer/import.ts';

const result = await importNotes({
  notes: { addImported: (notes) => notes.length, edit: (id) => id },
  all: { has: () => false, read: () => null, next: () => null },
  uid: 'ada' as Uid,
  source: [String(workerData)],
  pace: createPace(systemClock),
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(result);
