/** The cloud's thread on the local cloud, without the main thread. */
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Remote } from '#account/remote.ts';
import type { CloudHostService, CloudSetup, TokenService } from '#shared/ipc/cloud-service.ts';
import type { Uid } from '#shared/note/note.ts';
import { createRpc } from '#shared/base/rpc.ts';
import type { Cloud } from '@inkling/local-cloud/cloud.ts';
import { DIRECT } from './direct-network.ts';
import { TEST_LIMIT_MS } from './limits.ts';

export interface CloudThread {
  readonly cloud: Cloud;
  /** The account's side, which gets the thread's port. */
  readonly account: Remote;
  readonly tokens: TokenService;
  readonly uid: Uid;
  /** `src/cloud/worker.ts`, or the built file. */
  readonly entry: string;
}

export function startCloudThread({ cloud, account, tokens, uid, entry }: CloudThread): Worker {
  const { projectId } = cloud.config.firebase;
  const config = { projectId, host: cloud.firestoreHost, caFile: cloud.caFile };
  const { port1, port2 } = new MessageChannel();
  // Longer than any test, so that this limit ends no call.
  const setup: CloudSetup = { config, uid, port: port2, callTimeout: 2 * TEST_LIMIT_MS };
  const worker = new Worker(entry, { workerData: setup, transferList: [port2] });
  worker.on('error', () => undefined);
  createRpc<object, CloudHostService>(worker, { ...tokens, ...DIRECT }, () => undefined);
  account.connect(port1);
  return worker;
}

/**
 * Changes by another client, for the suite of a `RemoteStore` (tests/cloud/remote-store-contract.ts).
 */
export function otherClient({ controls }: Cloud, uid: Uid) {
  return {
    put: (id: string, content: object) => {
      const { createdAt } = controls.doc(id)?.fields ?? {};
      controls.putDoc(id, { ...content, uid, createdAt });
    },
    remove: (id: string) => void controls.deleteDoc(id),
    freeze: () => controls.addFault({ rpc: 'Listen', kind: 'freeze' }),
  };
}
