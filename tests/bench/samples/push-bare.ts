/**
 * The time that the SDK needs for the writes, in batches of the sizes that the app has, with the same
 * preconditions.
 */
import { performance } from 'node:perf_hooks';
import { SPEC } from '#shared/base/spec.ts';
import { batchSize } from '#account/sync/push-batch.ts';
import { openBareClient } from '../support/bare-client.ts';
import { watchEventLoop } from '../support/event-loop.ts';
import { addedNotes, edited, EDITED } from '../support/offline-days.ts';
import { answer, readTask } from '../support/sample.ts';

const task = readTask();
const { database, sdk, query } = await openBareClient(task);
const collection = database.collection(SPEC.collection);
// Connects, and reads the update times that the edits are based on.
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
let sent = 0;
while (sent < writes.length) {
  const batch = sent === 0 ? first : database.batch();
  const size = batchSize(writes.length - sent, sent === 0);
  for (const write of writes.slice(sent, sent + size)) write(batch);
  await batch.commit();
  sent += size;
}
answer({ time: performance.now() - start, ...stopWatching() });
