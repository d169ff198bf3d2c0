/** The time from an empty database to all notes being stored in it. */
import { performance } from 'node:perf_hooks';
import { openAppAccount, temporaryDatabase } from '../support/app-account.ts';
import { watchEventLoop } from '../support/event-loop.ts';
import { answer, readTask } from '../support/sample.ts';

const task = readTask();
const account = await openAppAccount(task, temporaryDatabase());
await account.connect();
const stopWatching = watchEventLoop();
const start = performance.now();
account.sync();
await account.until(({ loaded }) => loaded);
const time = performance.now() - start;
const delays = stopWatching();
const { active, archived, trashed } = await account.read('notes:counts');
if (active + archived + trashed !== task.notes) throw new Error('Not all notes are there.');
await account.close();
answer({ time, ...delays });
