/** The time from going online with a full outbox to an empty one. */
import { performance } from 'node:perf_hooks';
import type { NoteId } from '#shared/note.ts';
import type { Account } from '#main/account.ts';
import { openAppAccount, openRemote, temporaryDatabase, until } from '../support/app-account.ts';
import { watchEventLoop } from '../support/event-loop.ts';
import { addedNotes, CHANGES, edited, EDITED } from '../support/offline-days.ts';
import { answer, readTask } from '../support/sample.ts';

const task = readTask();
const database = temporaryDatabase();

// The notes as they were when the network went.
const before = openAppAccount(task, database, openRemote(task));
before.engine.start();
await until(before, ({ loaded }) => loaded);
await before.close();

const remote = openRemote(task);
const account = openAppAccount(task, database, remote);
const known = changeOffline(account);
// Connects and reads the notes that are edited, as the one that is compared with has done before.
await remote.fetch(known);

const stopWatching = watchEventLoop();
const start = performance.now();
account.engine.start();
await until(account, ({ pending }) => pending === 0);
const result = { time: performance.now() - start, ...stopWatching() };
await account.close();
answer(result);

/** Answers with the notes that it edits. */
function changeOffline(offline: Account): NoteId[] {
  const { rows } = offline.page({ list: 'active', query: '', offset: 0, limit: EDITED });
  for (const content of addedNotes(task.seed)) offline.add(content, null);
  for (const { id } of rows) {
    const { title, text } = offline.note(id);
    const base = { title: title ?? '', text: text ?? '' };
    offline.edit(id, edited(base), base);
  }
  const { pending } = offline.engine.state;
  if (pending !== CHANGES) throw new Error(`${pending} changes wait, not ${CHANGES}.`);
  return rows.map(({ id }) => id);
}
