/** Remote changes that arrive out of order: answers older than the changes reported by the live query. */
import { expect, onTestFinished, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { deriveId } from '#account/tables/derived-id.ts';
import { createSyncEngine } from '#account/sync/engine.ts';
import { createIncoming } from '#account/sync/incoming.ts';
import { createSlices } from '#account/sync/slices.ts';
import { newRecord, withAttempt, withoutLastAttempt } from '#account/sync/local-action.ts';
import type { RemoteNote, RemoteStore, UpdateTime } from '#shared/note/remote-store.ts';
import { createDevice } from '#tests/support/device.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';

const id = 'a-note' as NoteId;
const stored = (thrown: unknown): void => expect(thrown).toBeNull();
const at = (second: number) => `${String(second).padStart(12, '0')}.000000000` as UpdateTime;

test('[S2.4] a fetched answer does not bring back a note that the live query has removed', async () => {
  const { store, clock } = createDevice(createFakeCloud());
  const slices = createSlices({ store, clock, onStoreChange: () => undefined });
  const incoming = createIncoming({ store, slices, deriveId });
  const note: RemoteNote = { id, fields: fields('a', 'b'), extra: {}, created: 1, updateTime: at(1) };
  incoming.applySnapshot(
    { complete: true, readTime: at(1), changes: [{ kind: 'present', note }] },
    0,
    stored,
  );
  incoming.applySnapshot({ complete: false, readTime: at(3), changes: [{ kind: 'absent', id }] }, 0, stored);
  await incoming.applyFetched({ complete: false, readTime: at(2), changes: [{ kind: 'present', note }] });
  expect(store.read(id)).toBeNull();
});

test('[S2.5] a note is fetched if its push is acknowledged with an updateTime that the live query skipped', async () => {
  const cloud = createFakeCloud();
  const device = createDevice(cloud);
  const remote = cloud.connect();
  const late: RemoteStore = {
    ...remote,
    async commit(writes) {
      cloud.silent = true;
      const answer = await remote.commit(writes);
      // Another client removes the note, and the live query reports both changes before the answer arrives.
      for (const write of writes) cloud.remove(write.id);
      const readTime = at(9_999_999_999);
      cloud.replay({ complete: false, readTime, changes: [] });
      return answer;
    },
    fetch: async (ids) => ({
      ok: true,
      value: {
        complete: false,
        readTime: at(9_999_999_999),
        changes: ids.map((gone) => ({ kind: 'absent', id: gone }) as const),
      },
    }),
  };
  const { store, clock } = device;
  const quiet = () => undefined;
  const ports = {
    store,
    clock,
    remote: late,
    deriveId,
    onStoreChange: quiet,
    onTrouble: quiet,
  };
  const engine = createSyncEngine(ports);
  onTestFinished(() => engine.dispose());
  engine.start();
  await settle();
  const added = device.notes.add({ title: 'a', text: 'b' });
  engine.push();
  await settle();
  expect(store.read(added)).toBeNull();
  expect(engine.state).toMatchObject({ phase: 'live', pending: 0 });
});

test('[S7.1] removing the last attempt restores the record before it', () => {
  const note = newRecord(id, fields('a', 'b'), {}, { created: 1, sequence: 1 });
  expect(withAttempt(note, note.local).pending?.attempts).toHaveLength(1);
  expect(withoutLastAttempt(withAttempt(note, note.local))).toEqual(note);
});

test('[S2.8] after a fetch found a note deleted, older remote changes of it are ignored and newer ones stored', async () => {
  const { store, clock } = createDevice(createFakeCloud());
  const slices = createSlices({ store, clock, onStoreChange: () => undefined });
  const incoming = createIncoming({ store, slices, deriveId });
  const note: RemoteNote = { id, fields: fields('a', 'b'), extra: {}, created: 1, updateTime: at(1) };
  await incoming.applyFetched({ complete: false, readTime: at(2), changes: [{ kind: 'absent', id }] });
  incoming.applySnapshot(
    { complete: false, readTime: at(1), changes: [{ kind: 'present', note }] },
    0,
    stored,
  );
  expect(store.read(id)).toBeNull();
  const newer = { ...note, updateTime: at(3) };
  incoming.applySnapshot(
    { complete: false, readTime: at(3), changes: [{ kind: 'present', note: newer }] },
    0,
    stored,
  );
  expect(store.read(id)?.remote?.updateTime).toBe(at(3));
});
