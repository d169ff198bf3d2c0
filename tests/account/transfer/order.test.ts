/**
 * The order of imported notes on all devices, with the real store, engine and Firestore client, and the local
 * cloud. This gives all notes of a commit the same date, as Firestore does.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Uid } from '#shared/note/note.ts';
import { createFirestoreRemote } from '#cloud/firestore-remote.ts';
import { exportNotes } from '#account/transfer/export.ts';
import { importNotes } from '#account/transfer/import.ts';
import { signIn } from '@inkling/local-cloud/client.ts';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import { createDevice, type Device } from '#tests/support/device.ts';
import { DIRECT } from '#tests/support/direct-network.ts';
import { createAccount, testPace } from './support/account.ts';
import { keepFile } from './support/keep-files.ts';
import { writeZip } from './support/zip-writer.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

let cloud: Cloud;

beforeAll(async () => {
  cloud = await startCloud();
});

afterAll(() => cloud.close());

async function createUser(sub: string) {
  const { uid, idToken } = await signIn(cloud, { sub, email: `${sub}@example.com`, name: sub });
  const { projectId } = cloud.config.firebase;
  const config = { projectId, host: cloud.firestoreHost, caFile: cloud.caFile };
  const tokens = { idToken: async () => idToken, rejectToken: () => undefined };
  const connect = () => createFirestoreRemote({ config, uid: uid as Uid, tokens, network: DIRECT });
  const start = async (): Promise<Device> => {
    const device = createDevice({ connect });
    device.engine.start();
    await until(device, () => device.engine.state.loaded);
    return device;
  };
  return { uid: uid as Uid, start };
}

/** Advances the device's clock until `holds` is true, so that the engine's pauses pass. */
async function until(device: Device, holds: () => boolean): Promise<void> {
  const pass = (): boolean => {
    device.clock.advance(1);
    return holds();
  };
  await expect.poll(pass, { interval: 5 }).toBe(true);
}

/**
 * The titles in the order of the query of spec §7: newest first and, of one date, the greatest name first.
 */
function queried(uid: Uid): string[] {
  const documents = cloud.controls.docs().filter(({ fields }) => fields['uid'] === uid);
  const place = ({ id, fields }: (typeof documents)[number]): string =>
    `${String(fields['createdAt'])} ${id}`;
  return documents
    .toSorted((a, b) => (place(a) < place(b) ? 1 : -1))
    .map(({ fields }) => String(fields['title']));
}

async function expectOrder(user: Awaited<ReturnType<typeof createUser>>, source: string, newest: string[]) {
  const firstDevice = await user.start();
  const secondDevice = await user.start();
  await importNotes({
    pace: testPace(),
    notes: firstDevice.notes,
    all: { has: () => false, read: () => null, next: () => null },
    uid: user.uid,
    source: [source],
  });
  await until(firstDevice, () => firstDevice.engine.state.pending === 0);
  await until(secondDevice, () => secondDevice.titles().length === newest.length);
  const later = await user.start();
  await until(later, () => later.titles().length === newest.length);
  expect(queried(user.uid)).toEqual(newest);
  expect(secondDevice.titles()).toEqual(newest);
  expect(later.titles()).toEqual(newest);
  await until(firstDevice, () => firstDevice.titles().join() === newest.join());
}

/** More notes than fit into one commit. */
const COUNT = 600;
const newestFirst = Array.from({ length: COUNT }, (_, index) => `note ${COUNT - 1 - index}`);

test('imported notes of Google Keep have the same order on every device and in the cloud', async () => {
  const entries = newestFirst.map((title, index) => ({
    name: `${title}.json`,
    content: keepFile(COUNT - 1 - index, title),
  }));
  await expectOrder(await createUser('ada'), writeZip(temporaryFolder(), entries), newestFirst);
});

test('imported notes of an export have the same order on every device and in the cloud', async () => {
  const account = createAccount('someone else');
  for (const title of newestFirst.toReversed()) account.notes.add({ title, text: '' });
  const { file } = await exportNotes({
    notes: account.all,
    folder: temporaryFolder(),
    now: () => 0,
    pace: testPace(),
  });
  await expectOrder(await createUser('bob'), file, newestFirst);
});
