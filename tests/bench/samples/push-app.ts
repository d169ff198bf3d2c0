/** The time from going online with a full outbox to an empty one. */
import { performance } from 'node:perf_hooks';
import type { NoteId } from '#shared/note/note.ts';
import { type AppAccount, openAppAccount, temporaryDatabase } from '../support/app-account.ts';
import { watchEventLoop } from '../support/event-loop.ts';
import { addedNotes, CHANGES, edited, EDITED } from '../support/offline-days.ts';
import { answer, readTask } from '../support/sample.ts';

const task = readTask();
// The app stays open while the network is away, as it does on most days.
const account = await openAppAccount(task, temporaryDatabase());
await account.connect();
account.sync();
await account.until(({ loaded }) => loaded);
await account.disconnect();
const edits = await changeOffline(account);
// Connects and reads the edited notes, as `push-bare.ts` does before its measurement begins.
await account.connect(edits);

const stopWatching = watchEventLoop();
const start = performance.now();
account.sync();
await account.until(({ phase, pending }) => phase !== 'off' && pending === 0);
const result = { time: performance.now() - start, ...stopWatching() };
await account.close();
answer(result);

/** @returns the ids of the notes that it edits */
async function changeOffline(offline: AppAccount): Promise<NoteId[]> {
  const view = { list: 'active', query: '', labels: [], offset: 0, limit: EDITED } as const;
  const { rows } = await offline.read('notes:view', view);
  for (const content of addedNotes(task.seed)) await offline.write('notes:add', task.uid, content, null);
  for (const { id } of rows) {
    const { title, text } = await offline.read('notes:get', id);
    const base = { title: title ?? '', text: text ?? '' };
    await offline.write('notes:edit', task.uid, id, edited(base), base);
  }
  await offline.until(({ pending }) => pending === CHANGES);
  return rows.map(({ id }) => id);
}
