/** Entry of the account's thread. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { makeNoteId } from '#shared/note/note-id.ts';
import { systemClock } from './clock.ts';
import { createRemote } from './remote.ts';
import { serveAccount } from './serve.ts';
import { createFileJobs } from './upkeep/file-jobs.ts';

if (parentPort === null) throw new Error('This module is the entry of a worker thread.');

/** Built beside this file. */
const FILE_WORKER = import.meta.filename.endsWith('.ts') ? 'upkeep/file-worker.ts' : 'file-worker.js';

const remote = createRemote();
const fail = serveAccount(parentPort, {
  clock: systemClock,
  makeId: () => makeNoteId(randomBytes),
  remote,
  connect: (port) => remote.connect(port),
  jobs: createFileJobs(path.join(import.meta.dirname, FILE_WORKER)),
  end: () => process.exit(),
});
// Sent first: from now on this thread may be terminated, see `src/main/account/threads.ts`.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort.postMessage({ kind: 'loaded' });
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
