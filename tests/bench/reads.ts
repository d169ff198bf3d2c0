/** How many documents the app reads and writes, which a free project has to pay with its quota. README.md says more. */
import { randomBytes } from 'node:crypto';
import type { Uid } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import { createSyncEngine, type SyncEngine } from '#account/sync/engine.ts';
import { createLocalNotes } from '#account/sync/local-notes.ts';
import { deriveId } from '#account/tables/derived-id.ts';
import { createFirestoreRemote } from '#cloud/firestore-remote.ts';
import { signIn } from '@inkling/local-cloud/client.ts';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import { openTestStore } from '#tests/support/device.ts';
import { DIRECT } from '#tests/support/direct-network.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { absoluteFigure, type Figure } from './figure.ts';

const NOTES = 2_000;
const HOUR_MS = 60 * 60 * 1000;
const LONGEST_WAIT_MS = 60_000;

export async function reads(): Promise<readonly Figure[]> {
  await using started = new AsyncDisposableStack();
  const cloud = await startCloud();
  started.defer(() => cloud.close());
  const session = await signIn(cloud, { sub: 'ada', email: 'ada@example.com', name: 'Ada' });
  const uid = session.uid as Uid;
  cloud.controls.putDocs(
    manyRealisticNotes(NOTES).map(({ id, createdAt, ...note }) => [
      id,
      { ...note, uid, createdAt: new Date(createdAt).toISOString() },
    ]),
  );
  const file = openTestStore();
  started.defer(() => file.close());
  const clock = createManualClock();
  let engine: SyncEngine | null = null;
  started.defer(() => engine?.dispose());

  async function start(): Promise<void> {
    engine?.dispose();
    engine = createSyncEngine({
      store: file.store,
      remote: createFirestoreRemote({
        config: {
          projectId: cloud.config.firebase.projectId,
          host: cloud.firestoreHost,
          caFile: cloud.caFile,
        },
        uid,
        tokens: { idToken: async () => session.idToken, rejectToken: () => undefined },
        network: DIRECT,
      }),
      clock,
      deriveId,
      onStoreChange: () => undefined,
      onTrouble: () => undefined,
    });
    engine.start();
    await isSettled();
  }

  async function isSettled(): Promise<void> {
    await until(() => {
      // The slices of a snapshot wait for the clock.
      clock.advance(0);
      return engine?.state.phase === 'live' && engine.state.pending === 0;
    });
  }

  async function edit(): Promise<void> {
    const notes = createLocalNotes({
      store: file.store,
      clock,
      makeId: () => makeNoteId(randomBytes),
      deriveId,
    });
    const id = notes.add({ title: '', text: 'milk' });
    engine?.push();
    await isSettled();
    notes.edit(id, { title: '', text: 'milk and eggs' }, { title: '', text: 'milk' });
    engine?.push();
    await isSettled();
  }

  async function idleHour(): Promise<void> {
    for (let minute = 0; minute < 60; minute += 1) {
      clock.advance(HOUR_MS / 60);
      await pause();
    }
  }

  async function cut(): Promise<void> {
    const before = countOf(cloud, 'Listen');
    await cloud.controls.addFault({ rpc: '*', kind: 'cut' });
    await until(() => countOf(cloud, 'Listen') > before);
    cloud.controls.putDoc('meanwhile', { uid, title: 'meanwhile', createdAt: new Date().toISOString() });
    await until(() => {
      clock.advance(0);
      return file.titles().includes('meanwhile');
    });
  }

  const figures: Figure[] = [];
  async function measure(name: string, most: { reads: number; writes: number }, work: () => Promise<void>) {
    const before = cloud.controls.usage();
    await work();
    const after = cloud.controls.usage();
    figures.push(
      absoluteFigure(`reads: ${name}`, 'reads', after.reads - before.reads, most.reads),
      absoluteFigure(`reads: ${name}, written`, 'writes', after.writes - before.writes, most.writes),
    );
  }

  await measure('first start', { reads: NOTES, writes: 0 }, start);
  await measure('restart', { reads: NOTES, writes: 0 }, start);
  // This device's own live query reports each of them once.
  await measure('a new note and an edit', { reads: 2, writes: 2 }, edit);
  await measure('an idle hour', { reads: 0, writes: 0 }, idleHour);
  await measure('a wake', { reads: 1, writes: 0 }, async () => {
    const before = countOf(cloud, 'BatchGetDocuments');
    engine?.wake();
    await until(() => countOf(cloud, 'BatchGetDocuments') > before);
    await pause();
  });
  // Only the note that was added meanwhile.
  await measure('a cut connection', { reads: 1, writes: 0 }, cut);
  return figures;
}

function countOf(cloud: Cloud, rpc: string): number {
  return cloud.controls.requests().filter((request) => request.rpc === rpc).length;
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error('The cloud did not answer in time');
    await pause();
  }
}
