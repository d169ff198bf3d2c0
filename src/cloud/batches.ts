/**
 * Firestore's batches of the engine's writes. Each write has a precondition: a note is created only if it does not exist, and changed
 * or deleted only in the state that the write is based on (S4). The batch of the writes that are likely to come next can be prepared.
 */
import type { WriteBatch } from 'firebase-admin/firestore';
import type { Uid } from '#shared/note.ts';
import type { RemoteWrite } from '#shared/remote-store.ts';
import { SPEC } from '#shared/spec.ts';
import { fromUpdateTime, writtenFields } from './document.ts';
import { RefusedWrite } from './failure.ts';
import { fromExtra } from './field-value.ts';
import type { FirestoreClient } from './firestore-client.ts';

export interface Batches {
  /** The prepared batch if it is of this very array and this client, else a new one. @throws RefusedWrite */
  take(writes: readonly RemoteWrite[], client: FirestoreClient): WriteBatch;
  /** Prepares the batch of the writes that are likely to be taken next. @throws RefusedWrite */
  prepare(writes: readonly RemoteWrite[], client: FirestoreClient): void;
}

interface Prepared {
  readonly writes: readonly RemoteWrite[];
  readonly client: FirestoreClient;
  readonly batch: WriteBatch;
}

export function createBatches(uid: Uid): Batches {
  let prepared: Prepared | null = null;

  function addTo(batch: WriteBatch, write: RemoteWrite, { database, sdk }: FirestoreClient): void {
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

  function batchOf(writes: readonly RemoteWrite[], client: FirestoreClient): WriteBatch {
    const batch = client.database.batch();
    try {
      for (const write of writes) addTo(batch, write, client);
    } catch (error) {
      throw new RefusedWrite(error);
    }
    return batch;
  }

  return {
    take(writes, client) {
      const lastPrepared = prepared;
      // A batch can be committed only once.
      prepared = null;
      return lastPrepared?.writes === writes && lastPrepared.client === client
        ? lastPrepared.batch
        : batchOf(writes, client);
    },
    prepare(writes, client) {
      prepared = { writes, client, batch: batchOf(writes, client) };
    },
  };
}
