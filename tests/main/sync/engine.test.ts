import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NoteId } from '#shared/note.ts';
import { createSyncEngine } from '#main/sync/engine.ts';
import type { LocalStore } from '#main/sync/ports.ts';
import { createDevice } from '#tests/support/device.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';

const WAIT = { kind: 'wait', message: 'unavailable' } as const;

async function online() {
  const cloud = createFakeCloud();
  const device = createDevice(cloud);
  device.engine.start();
  await settle();
  return { cloud, device };
}

describe('[S1] durable before visible', () => {
  test('a note is there after a restart although it was never pushed', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'inkling-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'notes.sqlite');
    const id = createDevice(createFakeCloud(), file).notes.add({ title: 'Milk', text: 'two litres' });
    expect(createDevice(createFakeCloud(), file).shown(id)).toMatchObject({
      title: 'Milk',
      text: 'two litres',
    });
  });
});

describe('[S2] rebase', () => {
  test('a snapshot changes what is not pending and leaves what is', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'Milk', text: 'two litres' });
    await settle();
    cloud.faultNextCommit({ kind: 'fail', failure: WAIT });
    device.edit(id, { title: 'Milk', text: 'three litres' });
    await settle();
    cloud.put(id, fields('Oat milk', 'two litres'));
    await settle();
    expect(device.shown(id)).toMatchObject({ title: 'Oat milk', text: 'three litres' });
  });

  test('news that is older than what is known is ignored', async () => {
    const { cloud, device } = await online();
    cloud.silent = true;
    const id = device.notes.add({ title: 'a', text: 'first' });
    await settle();
    const first = cloud.documents.get(id);
    if (first === undefined) throw new Error('the note was pushed');
    device.edit(id, { title: 'a', text: 'second' });
    await settle();
    const readTime = first.updateTime;
    cloud.replay({ complete: false, readTime, changes: [{ kind: 'present', note: first }] });
    expect(device.shown(id)?.text).toBe('second');
    cloud.replay({ complete: true, readTime, changes: [] });
    expect(device.shown(id)?.text).toBe('second');
  });
});

describe('[S3] one mutation per note', () => {
  test.each([
    ['create and edit make one create', ['edit'], ['create']],
    ['create and delete for ever make nothing', ['delete'], []],
    ['create, archive and unarchive make one create', ['archive', 'unarchive'], ['create']],
  ])('%s', async (_name, actions, expected) => {
    const cloud = createFakeCloud();
    const device = createDevice(cloud);
    const id = device.notes.add({ title: 'a', text: 'b' });
    for (const action of actions) {
      if (action === 'edit') device.edit(id, { title: 'a', text: 'c' });
      if (action === 'delete') device.notes.deleteForever(id);
      if (action === 'archive' || action === 'unarchive') device.notes.move(id, action);
    }
    device.engine.start();
    await settle();
    expect(cloud.commits.flat().map(({ kind }) => kind)).toEqual(expected);
    expect(device.engine.state).toMatchObject({ phase: 'live', pending: 0 });
  });

  test('a change and its reverse leave nothing to push', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    device.engine.dispose();
    const before = cloud.commits.length;
    device.notes.move(id, 'archive');
    device.notes.move(id, 'unarchive');
    expect(device.store.counts().pending).toBe(0);
    expect(cloud.commits).toHaveLength(before);
  });
});

describe('[S4] batches', () => {
  test('1,100 notes go in three commits of at most 500, oldest first', async () => {
    const cloud = createFakeCloud();
    const device = createDevice(cloud);
    const ids = Array.from({ length: 1_100 }, (_, index) =>
      device.notes.add({ title: `${index}`, text: '' }),
    );
    device.engine.start();
    await settle();
    expect(cloud.commits.map((writes) => writes.length)).toEqual([500, 500, 100]);
    expect(cloud.commits.flat().map(({ id }) => id)).toEqual(ids);
  });

  test('a commit stays under 10 MiB', async () => {
    const cloud = createFakeCloud();
    const device = createDevice(cloud);
    for (let index = 0; index < 30; index += 1) device.notes.add({ title: '', text: 'é'.repeat(250_000) });
    device.engine.start();
    await settle();
    const sizes = cloud.commits.map((writes) => Buffer.byteLength(JSON.stringify(writes)));
    expect(Math.max(...sizes)).toBeLessThan(10 * 1024 * 1024);
    expect(cloud.commits.flat()).toHaveLength(30);
  });
});

describe('[S5] conflict', () => {
  test('each side keeps the field that it alone changed', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    cloud.silent = true;
    cloud.put(id, fields('other title', 'b'));
    device.edit(id, { title: 'a', text: 'my text' });
    await settle();
    expect(cloud.documents.get(id)?.fields).toMatchObject({ title: 'other title', text: 'my text' });
    expect(device.engine.state.pending).toBe(0);
  });

  test('two texts for one note become two notes', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    cloud.silent = true;
    cloud.put(id, fields('a', 'theirs'));
    device.edit(id, { title: 'a', text: 'mine' });
    await settle();
    cloud.catchUp();
    await settle();
    expect(device.shown(id)?.text).toBe('theirs');
    expect(device.texts().toSorted()).toEqual(['mine', 'theirs']);
    const copy = [...cloud.documents.values()].find((note) => note.id !== id);
    expect(copy).toMatchObject({ fields: { text: 'mine' }, extra: { conflictOf: { stringValue: id } } });
  });

  test('where both sides changed a flag the local action wins', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'a', text: 'b' });
    device.notes.move(id, 'archive');
    await settle();
    cloud.silent = true;
    cloud.put(id, fields('a', 'b', { isDeleted: true }));
    device.notes.move(id, 'unarchive');
    await settle();
    expect(cloud.documents.get(id)?.fields).toMatchObject({ isArchived: false, isDeleted: true });
  });
});

describe('[S6] removal', () => {
  test('a removed note goes here, too', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    cloud.remove(id);
    await settle();
    expect(device.shown(id)).toBeNull();
  });

  test('with a pending edit it comes back as a new document', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    cloud.silent = true;
    cloud.remove(id);
    device.edit(id, { title: 'a', text: 'still here' });
    await settle();
    expect(cloud.documents.get(id)?.fields.text).toBe('still here');
  });

  test('a deletion for ever that meets an edit brings the note back', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    cloud.silent = true;
    cloud.put(id, fields('a', 'written elsewhere'));
    device.notes.deleteForever(id);
    await settle();
    expect(cloud.documents.get(id)?.fields.text).toBe('written elsewhere');
    expect(device.shown(id)?.text).toBe('written elsewhere');
  });

  test('what was removed while the device was away is gone after the next snapshot', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    cloud.silent = true;
    cloud.endListeners(WAIT);
    cloud.remove(id);
    cloud.silent = false;
    device.clock.advance(1_000);
    await settle();
    expect(device.shown(id)).toBeNull();
  });
});

describe('[S7] unknown outcome', () => {
  test.each(['create', 'edit', 'delete'])('a %s whose answer was lost is done once', async (kind) => {
    const { cloud, device } = await online();
    let id = '' as NoteId;
    if (kind === 'create') {
      cloud.faultNextCommit({ kind: 'lose-answer' });
      cloud.silent = true;
      id = device.notes.add({ title: 'a', text: 'b' });
    } else {
      id = device.notes.add({ title: 'a', text: 'b' });
      await settle();
      cloud.faultNextCommit({ kind: 'lose-answer' });
      cloud.silent = true;
      if (kind === 'edit') device.edit(id, { title: 'a', text: 'c' });
      else device.notes.deleteForever(id);
    }
    await settle();
    device.clock.advance(1_000);
    await settle();
    cloud.catchUp();
    await settle();
    expect(device.engine.state.pending).toBe(0);
    expect(cloud.documents.size).toBe(kind === 'delete' ? 0 : 1);
    expect(device.texts()).toEqual(kind === 'delete' ? [] : [kind === 'edit' ? 'c' : 'b']);
  });

  test('an edit on top of an unanswered one is no conflict', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    cloud.faultNextCommit({ kind: 'lose-answer' });
    cloud.silent = true;
    device.edit(id, { title: 'a', text: 'first' });
    await settle();
    device.edit(id, { title: 'a', text: 'second' });
    device.clock.advance(1_000);
    await settle();
    cloud.catchUp();
    await settle();
    expect(device.texts()).toEqual(['second']);
    expect(cloud.documents.get(id)?.fields.text).toBe('second');
  });

  test('a change that was undone while its push has no answer is undone in the cloud', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    cloud.faultNextCommit({ kind: 'lose-answer' });
    cloud.silent = true;
    device.notes.move(id, 'archive');
    await settle();
    device.notes.move(id, 'unarchive');
    device.clock.advance(1_000);
    await settle();
    cloud.catchUp();
    await settle();
    expect(cloud.documents.get(id)?.fields.isArchived).toBe(false);
    expect(device.engine.state.pending).toBe(0);
  });

  test('a push that lands after its change was undone does not bring it back', async () => {
    const { cloud, device } = await online();
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    const base = cloud.documents.get(id)?.updateTime;
    if (base === undefined) throw new Error('the note was pushed');
    cloud.faultNextCommit({ kind: 'fail', failure: WAIT });
    device.notes.move(id, 'archive');
    await settle();
    device.notes.move(id, 'unarchive');
    device.clock.advance(1_000);
    await settle();
    const late = { kind: 'edit', id, patch: { isArchived: true }, basedOn: base } as const;
    expect(await cloud.connect().commit([late])).toMatchObject({ failure: { kind: 'conflict' } });
    expect(cloud.documents.get(id)?.fields.isArchived).toBe(false);
    expect(device.engine.state.pending).toBe(0);
  });

  test('a creation without an answer that is deleted for ever leaves nothing', async () => {
    const { cloud, device } = await online();
    cloud.faultNextCommit({ kind: 'lose-answer' });
    cloud.silent = true;
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    device.notes.deleteForever(id);
    device.clock.advance(1_000);
    await settle();
    cloud.catchUp();
    await settle();
    expect(cloud.documents.size).toBe(0);
    expect(device.engine.state.pending).toBe(0);
  });
});

describe('[S8] failures', () => {
  test('wait: pushes again after a growing pause, at once after a wake', async () => {
    const { cloud, device } = await online();
    const pauses: (number | null)[] = [];
    for (let round = 0; round < 3; round += 1) cloud.faultNextCommit({ kind: 'fail', failure: WAIT });
    device.notes.add({ title: 'a', text: 'b' });
    for (let round = 0; round < 3; round += 1) {
      await settle();
      expect(device.engine.state).toMatchObject({ phase: 'offline', pending: 1 });
      pauses.push(device.clock.nextIn);
      if (round < 2) device.clock.advance(device.clock.nextIn ?? 0);
    }
    expect(pauses).toEqual([750, 1_500, 3_000]);
    device.engine.wake();
    await settle();
    expect(device.engine.state).toMatchObject({ phase: 'live', pending: 0 });
  });

  test('wait: ends early when the cloud is heard of, and then nothing is pushed twice', async () => {
    const { cloud, device } = await online();
    const held = Promise.withResolvers<void>();
    cloud.faultNextCommit({ kind: 'fail', failure: WAIT });
    cloud.faultNextCommit({ kind: 'hold', until: held.promise });
    device.notes.add({ title: 'a', text: 'b' });
    await settle();
    cloud.put('other' as NoteId, fields('from elsewhere', ''));
    await settle();
    expect(cloud.commits).toHaveLength(2);
    device.clock.advance(60_000);
    await settle();
    expect(cloud.commits).toHaveLength(2);
    held.resolve();
    await settle();
    expect(device.engine.state).toMatchObject({ phase: 'live', pending: 0 });
  });

  test('session: stops, keeps everything, and goes on after a new sign-in', async () => {
    const { cloud, device } = await online();
    cloud.faultNextCommit({ kind: 'fail', failure: { kind: 'session', message: 'expired' } });
    device.notes.add({ title: 'a', text: 'b' });
    await settle();
    expect(device.engine.state).toMatchObject({ phase: 'session-expired', pending: 1 });
    expect(device.clock.waiting).toBe(0);
    device.engine.wake();
    await settle();
    expect(device.engine.state).toMatchObject({ phase: 'live', pending: 0 });
    expect(cloud.documents.size).toBe(1);
  });

  test('note: the refused one is set aside, the others arrive, an edit tries it again', async () => {
    const cloud = createFakeCloud();
    const device = createDevice(cloud);
    const ids = Array.from({ length: 9 }, (_, index) => device.notes.add({ title: `${index}`, text: '' }));
    const [, , , bad] = ids;
    if (bad === undefined) throw new Error('nine notes');
    cloud.poisoned.add(bad);
    device.engine.start();
    await settle();
    expect(cloud.documents.size).toBe(8);
    expect(device.engine.state).toMatchObject({ pending: 0, refused: 1 });
    cloud.poisoned.clear();
    device.edit(bad, { title: 'mended', text: '' });
    await settle();
    expect(cloud.documents.get(bad)?.fields.title).toBe('mended');
    expect(device.engine.state).toMatchObject({ pending: 0, refused: 0 });
  });
});

describe('a failing disk', () => {
  test('pauses pushing, loses nothing, and goes on when it works again', async () => {
    const { cloud, device } = await online();
    device.engine.dispose();
    let failing = true;
    const store: LocalStore = {
      ...device.store,
      pending(limit) {
        if (failing) throw new Error('disk full');
        return device.store.pending(limit);
      },
    };
    const id = device.notes.add({ title: 'a', text: 'b' });
    const engine = createSyncEngine({
      store,
      remote: cloud.connect(),
      clock: device.clock,
      makeId: () => id,
      onStoreChange: () => undefined,
      onTrouble: (message) => device.troubles.push(message),
    });
    engine.start();
    await settle();
    expect(engine.state).toMatchObject({ phase: 'offline', pending: 1 });
    expect(device.troubles.join()).toContain('disk full');
    failing = false;
    device.clock.advance(1_000);
    await settle();
    expect(engine.state).toMatchObject({ phase: 'live', pending: 0 });
    engine.dispose();
  });
});

describe('[S9] listening', () => {
  test('the server’s date of a note arrives also when its version is known already', async () => {
    const { cloud, device } = await online();
    cloud.silent = true;
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    cloud.silent = false;
    cloud.endListeners(WAIT);
    device.clock.advance(1_000);
    await settle();
    expect(device.store.read(id)?.created).toBe(cloud.documents.get(id)?.created);
  });

  test('is subscribed again whatever ended it', async () => {
    const { cloud, device } = await online();
    cloud.endListeners(WAIT);
    expect(device.engine.state.phase).toBe('offline');
    device.clock.advance(1_000);
    await settle();
    expect(cloud.listeners).toBe(1);
    cloud.put('abc' as NoteId, fields('new', ''));
    expect(device.shown('abc' as NoteId)?.title).toBe('new');
    expect(device.engine.state.phase).toBe('live');
  });

  test('counts as offline when no answer comes', async () => {
    const cloud = createFakeCloud();
    cloud.silent = true;
    const device = createDevice(cloud);
    device.engine.start();
    await settle();
    expect(device.engine.state.phase).toBe('connecting');
    device.clock.advance(8_000);
    expect(device.engine.state.phase).toBe('offline');
  });
});

describe('[S10] one account', () => {
  test('an answer after the end changes nothing', async () => {
    const { cloud, device } = await online();
    const held = Promise.withResolvers<void>();
    cloud.faultNextCommit({ kind: 'hold', until: held.promise });
    const id = device.notes.add({ title: 'a', text: 'b' });
    await settle();
    const before = device.store.read(id);
    device.engine.dispose();
    held.resolve();
    await settle();
    cloud.put('late' as NoteId, fields('late', ''));
    expect(device.store.read(id)).toEqual(before);
    expect(device.store.read('late' as NoteId)).toBeNull();
    expect(device.clock.waiting).toBe(0);
  });
});

test('two devices end with the same notes', async () => {
  const cloud = createFakeCloud();
  const [one, two] = [createDevice(cloud), createDevice(cloud)];
  const id = one.notes.add({ title: 'from one', text: '' });
  two.notes.add({ title: 'from two', text: '' });
  one.engine.start();
  two.engine.start();
  await settle();
  two.edit(id, { title: 'from one', text: 'and two' });
  await settle();
  const rows = (device: typeof one) =>
    device.views.page({ list: 'active', query: '', offset: 0, limit: 10 }, 0).rows;
  expect(rows(one)).toEqual(rows(two));
  expect(rows(one)).toHaveLength(2);
});
