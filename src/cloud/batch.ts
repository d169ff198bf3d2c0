/**
 * Turns the engine's writes into one Firestore batch. Each write has a precondition: a create requires that
 * the note does not exist, an edit or delete that it is still in the state that the write is based on (S4).
 */
import type { WriteBatch } from 'firebase-admin/firestore';
import type { Uid } from '#shared/note/note.ts';
import type { RemoteWrite } from '#shared/note/remote-store.ts';
import { SPEC } from '#shared/base/spec.ts';
import { fromUpdateTime, writtenFields } from './document.ts';
import { RefusedWrite } from './failure.ts';
import { fromExtra } from './field-value.ts';
import type { FirestoreClient } from './firestore-client.ts';

/** @throws RefusedWrite if the SDK rejects a value of one of the writes */
export function batchOf(writes: readonly RemoteWrite[], uid: Uid, client: FirestoreClient): WriteBatch {
  const batch = client.database.batch();
  try {
    for (const write of writes) addTo(batch, write, uid, client);
  } catch (error) {
    throw new RefusedWrite(error);
  }
  return batch;
}

function addTo(batch: WriteBatch, write: RemoteWrite, uid: Uid, { database, sdk }: FirestoreClient): void {
  const reference = database.collection(SPEC.collection).doc(write.id);
  if (write.kind === 'create') {
    const extra = fromExtra(write.extra, database, sdk);
    const createdAt = sdk.FieldValue.serverTimestamp();
    batch.create(reference, { ...extra, ...writtenFields(write.fields, database, sdk), uid, createdAt });
    return;
  }
  const lastUpdateTime = fromUpdateTime(write.basedOn, sdk);
  if (write.kind === 'edit')
    batch.update(reference, writtenFields(write.patch, database, sdk), { lastUpdateTime });
  else batch.delete(reference, { lastUpdateTime });
}
