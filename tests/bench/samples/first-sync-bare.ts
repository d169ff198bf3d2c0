/** The time from nothing to the SDK's first snapshot of all notes. */
import { performance } from 'node:perf_hooks';
import { openBareClient } from '../support/bare-client.ts';
import { watchEventLoop } from '../support/event-loop.ts';
import { answer, readTask } from '../support/sample.ts';

const task = readTask();
const stopWatching = watchEventLoop();
const start = performance.now();
const { query } = await openBareClient(task);
await new Promise<void>((resolve, reject) => {
  query.onSnapshot(({ size }) => {
    if (size === task.notes) resolve();
  }, reject);
});
answer({ time: performance.now() - start, ...stopWatching() });
