/**
 * Entry of a thread that imports each file whose path it is sent, into an account that accepts every note and
 * stores none. It answers with the result and the processor time that the thread took, in milliseconds.
 */
import { parentPort } from 'node:worker_threads';
import type { Uid } from '#shared/note/note.ts';
import { systemClock } from '#account/clock.ts';
import { createPace } from '#account/sync/slices.ts';
import { importNotes } from '#account/transfer/import.ts';

async function importFile(file: string): Promise<void> {
  const start = process.threadCpuUsage();
  const result = await importNotes({
    notes: { addImported: (notes) => notes.length, edit: (id) => id },
    all: { has: () => false, read: () => null, next: () => null },
    uid: 'ada' as Uid,
    source: [file],
    pace: createPace(systemClock),
  });
  const { user, system } = process.threadCpuUsage(start);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ result, millis: (user + system) / 1000 });
}

parentPort?.on('message', (file: string) => void importFile(file));
