/** The time that the SDK needs for the writes, in batches of the size that the app has, with the same preconditions. */
import { performance } from 'node:perf_hooks';
import { SPEC } from '#shared/spec.ts';
import { MAX_BATCH_WRITES } from '#main/sync/push-batch.ts';
import { openBareClient } from '../support/bare-client.ts';
import { watchEventLoop } from '../support/event-loop.ts';
import { addedNotes, edited, EDITED } from '../support/offline-days.ts';
import { answer, readTask } from '../support/sample.ts';

const task = readTask();
const { database, sdk, query } = await openBareClient(task);
const collection = database.collection(SPEC.collection);
// Connects, and tells the versions that the edits are based on.
const { docs } = await query.get();
const additions = addedNotes(task.seed);

const stopWatching = watchEventLoop();
const start = performance.now();
const createdAt = sdk.FieldValue.serverTimestamp();
const writes = [
  ...additions.map((content) => (batch: typeof first) => {
    const flags = { isArchived: false, isDeleted: false };
    batch.create(collection.doc(), { ...content, ...flags, uid: task.uid, createdAt });
  }),
  ...docs.slice(0, EDITED).map((doc) => (batch: typeof first) => {
    const { text } = edited({ title: '', text: String(doc.get('text')) });
    batch.update(doc.ref, { text }, { lastUpdateTime: doc.updateTime });
  }),
];
const first = database.batch();
for (let from = 0; from < writes.length; from += MAX_BATCH_WRITES) {
  const batch = from === 0 ? first : database.batch();
  for (const write of writes.slice(from, from + MAX_BATCH_WRITES)) write(batch);
  await batch.commit();
}
answer({ time: performance.now() - start, ...stopWatching() });
