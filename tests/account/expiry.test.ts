/** Notes that were in the trash for longer than the user wants are deleted for ever, and no others. */
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { type RemoteStore, UNVERIFIED } from '#shared/note/remote-store.ts';
import type { TrashDays } from '#shared/ipc/settings.ts';
import { AppError } from '#shared/base/error.ts';
import { daysBefore } from '#account/sync/trash-age.ts';
import type { Upkeep } from '#account/upkeep/upkeep.ts';
import { createDevice, type Device } from '#tests/support/device.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startDeviceUpkeep } from './support/device-upkeep.ts';

const trashed = fields('old', 'words', { isDeleted: true });
const id = 'trashed' as NoteId;
const HOUR_MS = 3_600_000;

let cloud: FakeCloud;
/** Days by which the cloud's time is later than the writing of its notes. */
let cloudIsLater: number;
beforeEach(() => {
  cloud = createFakeCloud();
  cloudIsLater = 8;
});

/** The cloud, whose snapshots are dated `cloudIsLater` days later. */
function connect(): RemoteStore {
  const remote = cloud.connect();
  return {
    ...remote,
    listen: ({ onSnapshot, onEnd }) =>
      remote.listen({
        onSnapshot: (snapshot) =>
          onSnapshot({ ...snapshot, readTime: daysBefore(snapshot.readTime, -cloudIsLater) }),
        onEnd,
      }),
  };
}

function upkeepOf(device: Device, days: TrashDays, deleteForever: (old: NoteId) => void): Upkeep {
  const database = path.join(temporaryFolder(), 'notes.sqlite');
  const upkeep = startDeviceUpkeep(device, { database, emptyTrashAfter: days, deleteForever });
  onTestFinished(() => upkeep.dispose());
  return upkeep;
}

/** A device that is not started yet. */
function create(days: TrashDays): Device & { readonly upkeep: Upkeep } {
  const device = createDevice({ connect });
  return { ...device, upkeep: upkeepOf(device, days, (old) => device.notes.deleteForever(old)) };
}

async function start(days: TrashDays) {
  const device = create(days);
  device.engine.start();
  await settle();
  return device;
}

const documentIds = (): string[] => [...cloud.documents.keys()].toSorted();

test('a note whose days in the trash are over is deleted once the account is live; other notes stay', async () => {
  cloud.put('archived' as NoteId, { ...trashed, isArchived: true });
  cloud.put('active' as NoteId, fields('', 'words'));
  cloud.put(id, trashed);
  const device = await start(7);
  expect(documentIds()).toEqual(['active', 'archived']);
  expect(device.shown(id)).toBeNull();
  expect(device.history()).toEqual([]);
});

test.each<[TrashDays, number]>([
  [null, 1000],
  [30, 29],
  [7, 6],
])('with expiry set to %s days, a note in the trash stays after %i days', async (days, later) => {
  cloudIsLater = later;
  cloud.put(id, trashed);
  const { clock } = await start(days);
  clock.advance(HOUR_MS);
  await settle();
  expect(documentIds()).toEqual([id]);
});

test('[C4] overwritten words leave the history when 30 days of the cloud have passed, and not before', async () => {
  cloud.put(id, fields('', 'overwritten'));
  cloudIsLater = 0;
  const device = await start(null);
  cloud.put(id, fields('', 'present'));
  const historyAfter = async (days: number): Promise<unknown[]> => {
    cloudIsLater = days;
    // The next subscription delivers the cloud's time.
    cloud.endListeners({ kind: 'wait', reason: 'cloud-unreachable' });
    device.clock.advance(HOUR_MS);
    await settle();
    device.clock.advance(HOUR_MS);
    await settle();
    return device.history();
  };
  expect(await historyAfter(0)).toHaveLength(1);
  expect(await historyAfter(29)).toHaveLength(1);
  expect(await historyAfter(31)).toEqual([]);
});

test('[S13.1] a device whose clock is years ahead deletes nothing early', async () => {
  cloudIsLater = 1;
  cloud.put(id, trashed);
  const device = create(7);
  device.clock.set(Date.UTC(2040, 0, 1));
  device.engine.start();
  await settle();
  device.clock.advance(HOUR_MS);
  await settle();
  expect(documentIds()).toEqual([id]);
});

test('any number of expired notes is deleted, ten at once, when the setting changes and then every hour', async () => {
  for (let index = 0; index < 25; index += 1) cloud.put(`trashed${index}` as NoteId, trashed);
  const device = await start(null);
  device.upkeep.emptyTrashAfter(7);
  expect(device.texts()).toHaveLength(15);
  device.clock.advance(100);
  await settle();
  expect(documentIds()).toEqual([]);
  cloud.put('another' as NoteId, trashed);
  await settle();
  device.clock.advance(HOUR_MS);
  await settle();
  expect(documentIds()).toEqual([]);
});

test('[S13.1] no note expires while the device is offline', async () => {
  cloud.put(id, trashed);
  const device = await start(null);
  cloud.isDown = true;
  await settle();
  expect(device.engine.state.phase).toBe('offline');
  device.upkeep.emptyTrashAfter(7);
  expect(device.shown(id)).not.toBeNull();
});

test('[S13.1] a note with a pending change does not expire', async () => {
  cloud.put(id, trashed);
  const device = await start(null);
  cloud.faultNextCommit({ kind: 'hold', until: new Promise(() => undefined) });
  device.edit(id, { title: 'new', text: '' });
  device.upkeep.emptyTrashAfter(7);
  expect(device.shown(id)).not.toBeNull();
});

test('[S13.1] a note does not expire if its updateTime differs from the one that the live query reported', async () => {
  cloud.put(id, trashed);
  const device = await start(null);
  device.exec(`UPDATE notes SET update_time = '${UNVERIFIED}'`);
  device.upkeep.emptyTrashAfter(7);
  expect(device.shown(id)).not.toBeNull();
});

test('[S13.1] a note does not expire if the live query has not reported it since the file was opened', async () => {
  cloud.put(id, trashed);
  const device = await start(null);
  device.exec(`INSERT INTO notes (key, id, title, text, is_archived, is_deleted, created, update_time)
    SELECT key + 1, 'untold', title, text, is_archived, is_deleted, created, update_time FROM notes WHERE id = '${id}'`);
  device.upkeep.emptyTrashAfter(7);
  expect(device.shown('untold' as NoteId)).not.toBeNull();
  expect(device.shown(id)).toBeNull();
});

test('[S13.1] after a salvage no note expires until the whole first snapshot is stored, which confirms the account', async () => {
  cloud.put(id, trashed);
  // More notes than the engine stores without a pause.
  for (let index = 0; index < 2_000; index += 1) cloud.put(`note${index}` as NoteId, fields('', 'words'));
  const device = create(null);
  device.exec('UPDATE cache SET confirmed = 0');
  device.engine.start();
  await settle();
  device.upkeep.emptyTrashAfter(7);
  expect(device.engine.remoteTrash.has(id)).toBe(true);
  expect([device.shown(id) === null, device.store.isConfirmed()]).toEqual([false, false]);
  for (let slice = 0; slice < 2_000 && device.engine.state.phase !== 'live'; slice += 1)
    device.clock.advance(0);
  expect([device.shown(id) === null, device.store.isConfirmed()]).toEqual([true, true]);
});

test('[S6.4] a note that expires here comes back if another device had restored it before', async () => {
  cloud.put(id, trashed);
  const device = await start(null);
  cloud.silent = true;
  cloud.put(id, fields('old', 'words'));
  device.upkeep.emptyTrashAfter(7);
  expect(device.shown(id)).toBeNull();
  await settle();
  expect(documentIds()).toEqual([id]);
  expect(device.shown(id)).toMatchObject({ isDeleted: false });
});

test('an expiry that fails is reported and tried again after an hour', async () => {
  cloud.put(id, trashed);
  const device = await start(null);
  const { clock, troubles } = device;
  let fails = true;
  upkeepOf(device, 7, (old) => {
    if (fails) throw new AppError('store-full', 'disk-full');
    device.notes.deleteForever(old);
  });
  clock.advance(HOUR_MS);
  expect(troubles.join()).toContain('Upkeep of the notes failed: The disk is full');
  fails = false;
  clock.advance(HOUR_MS);
  await settle();
  expect(documentIds()).toEqual([]);
});

test('disposed upkeep leaves no timer behind', async () => {
  const { upkeep, clock } = await start(7);
  await upkeep.dispose();
  expect(clock.waiting).toBe(0);
});
