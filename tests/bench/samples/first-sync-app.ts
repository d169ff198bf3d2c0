/** The time from an empty database to all notes being stored in it, on the thread that serves the window. */
import { performance } from 'node:perf_hooks';
import { openAppAccount, openRemote, temporaryDatabase, until } from '../support/app-account.ts';
import { watchEventLoop } from '../support/event-loop.ts';
import { answer, readTask } from '../support/sample.ts';

const task = readTask();
const account = openAppAccount(task, temporaryDatabase(), openRemote(task));
const stopWatching = watchEventLoop();
const start = performance.now();
account.engine.start();
await until(account, ({ loaded }) => loaded);
const time = performance.now() - start;
const delays = stopWatching();
const { active, archived, trashed } = account.counts();
if (active + archived + trashed !== task.notes) throw new Error('Not all notes are there.');
await account.close();
answer({ time, ...delays });
