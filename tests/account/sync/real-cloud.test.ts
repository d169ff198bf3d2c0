/**
 * The engine with Firestore's real SDK on the local cloud: behaviour that needs real connections and limits.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import { systemClock } from '#account/clock.ts';
import { deriveId } from '#account/tables/derived-id.ts';
import { createFirestoreRemote } from '#cloud/firestore-remote.ts';
import { createSyncEngine } from '#account/sync/engine.ts';
import { createLocalNotes, type LocalNotes } from '#account/sync/local-notes.ts';
import { signIn } from '@inkling/local-cloud/client.ts';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import type { DocumentContent } from '@inkling/local-cloud/controls.ts';
import { openTestStore, withPush } from '#tests/support/device.ts';
import { DIRECT } from '#tests/support/direct-network.ts';
import { fields } from '#tests/support/fields.ts';

/** Bounds waits that would hang. It is generous, because machines are busy. */

let cloud: Cloud;

beforeAll(async () => {
  cloud = await startCloud();
});

afterAll(() => cloud.close());

/**
 * A signed-in device with a live query.
 * @param prepare called with the user's uid before the engine is started
 */
async function live(sub: string, prepare: (notes: LocalNotes, uid: Uid) => void = () => undefined) {
  const session = await signIn(cloud, { sub, email: `${sub}@example.com`, name: sub });
  const uid = session.uid as Uid;
  const { projectId } = cloud.config.firebase;
  const file = openTestStore();
  const { store } = file;
  const makeId = (): NoteId => makeNoteId(randomBytes);
  const engine = createSyncEngine({
    store,
    remote: createFirestoreRemote({
      config: { projectId, host: cloud.firestoreHost, caFile: cloud.caFile },
      uid,
      tokens: { idToken: async () => session.idToken, rejectToken: () => undefined },
      network: DIRECT,
    }),
    clock: systemClock,
    deriveId,
    onStoreChange: () => undefined,
    onTrouble: () => undefined,
  });
  const notes = withPush(createLocalNotes({ store, clock: systemClock, makeId, deriveId }), () =>
    engine.push(),
  );
  onTestFinished(async () => {
    engine.dispose();
    file.close();
    await cloud.controls.clearFaults();
  });
  prepare(notes, uid);
  engine.start();
  await expect.poll(() => engine.state.phase).toBe('live');
  return {
    engine,
    notes,
    store,
    elsewhereWrites: (text: string, others: DocumentContent = {}): NoteId => {
      const id = makeId();
      const createdAt = new Date().toISOString();
      cloud.controls.putDoc(id, { ...fields('', text), ...others, uid, createdAt });
      return id;
    },
    shows: (id: NoteId) => expect.poll(() => store.read(id)?.local?.text ?? null).not.toBeNull(),
  };
}

test('[S9.3] a frozen connection is detected as soon as the machine wakes', async () => {
  const { engine, elsewhereWrites, shows } = await live('sleeper');
  const undisturbed = await live('undisturbed');
  await cloud.controls.addFault({ rpc: 'Listen', kind: 'freeze' });
  const id = elsewhereWrites('while it slept');
  // Every phase is recorded, because `offline` may be over soon.
  const phases: string[] = [];
  engine.onChange(({ phase }) => phases.push(phase));
  engine.wake();
  await expect.poll(() => phases, { interval: 20 }).toContain('offline');
  // Its connection is frozen as well. Keepalive finds that only after 10 to 15 s, and a check takes 5 s.
  expect(undisturbed.engine.state.phase).toBe('live');
  await shows(id);
  await expect.poll(() => engine.state.phase).toBe('live');
});

test('[S9.3] keepalive finds a frozen connection without a wake', async () => {
  const { engine, elsewhereWrites, shows } = await live('waker');
  await cloud.controls.addFault({ rpc: 'Listen', kind: 'freeze' });
  await shows(elsewhereWrites('while it was frozen'));
  await expect.poll(() => engine.state.phase).toBe('live');
});

test('[S8.4] notes refused by rules or limits never stop the others', async () => {
  const { engine, notes, store } = await live('writer');
  const add = (text: string, title = '') => notes.add({ title, text });
  const ids = [
    add('before'),
    add('x'.repeat(1_000_001)),
    add('between'),
    // Its words fit the rules and Firestore's 1 MiB; with the field names, which Firestore counts as well,
    // they do not.
    add('x'.repeat(988_500), 'x'.repeat(60_000)),
    add('語'.repeat(4_000_000)),
    add('after'),
  ];
  await expect.poll(() => engine.state).toMatchObject({ pending: 0, refused: 3 });
  const reasons = ids.map((id) => store.read(id)?.pending?.refused ?? null);
  expect(reasons).toEqual([null, 'note-denied', null, 'note-too-large', 'note-too-large', null]);
  const isInCloud = ids.map((id) => cloud.controls.doc(id) !== null);
  expect(isInCloud).toEqual([true, false, true, false, false, true]);
  const later = add('later');
  await expect.poll(() => cloud.controls.doc(later)).not.toBeNull();
});

test('[S5.1] a note whose id is taken by another user’s note never stops the others', async () => {
  const [theirs, existingId, free] = Array.from({ length: 3 }, () => makeNoteId(randomBytes));
  if (theirs === undefined || existingId === undefined || free === undefined)
    throw new Error('Three names are needed');
  const { engine, notes, store } = await live('neighbour', (prepared, uid) => {
    const document = (owner: string, text: string) => ({
      ...fields('', text),
      uid: owner,
      createdAt: new Date().toISOString(),
    });
    cloud.controls.putDoc(theirs, document('somebody-else', 'secret'));
    cloud.controls.putDoc(existingId, document(uid, 'from another device'));
    for (const id of [theirs, free]) prepared.add({ title: '', text: 'from here' }, id);
    prepared.addImported([{ id: existingId, knownAs: null, fields: fields('', 'from here'), extra: {} }]);
  });
  await expect.poll(() => engine.state).toMatchObject({ pending: 0, refused: 1 });
  expect(store.read(theirs)?.pending?.refused).toBe('note-denied');
  expect(store.read(existingId)?.local?.text).toBe('from another device');
  notes.retryRefused();
  await expect.poll(() => engine.state).toMatchObject({ pending: 0, refused: 0 });
  const texts = cloud.controls.docs().map((document) => document.fields['text']);
  expect(texts.filter((text) => text === 'from here')).toHaveLength(3);
  expect(texts).toContain('secret');
});

test('[S7.7] a creation whose answer was lost is recognised after another device has moved and continued it', async () => {
  const { engine, notes, store } = await live('loser');
  // The live query hears nothing, the first try arrives without an answer, and the client's own retry hangs.
  await cloud.controls.addFault({ rpc: 'Listen', kind: 'hang' });
  await cloud.controls.addFault({ rpc: 'Commit', kind: 'drop-after-commit', times: 1 });
  await cloud.controls.addFault({ rpc: 'Commit', kind: 'hang' });
  const id = notes.add({ title: '', text: 'milk', marks: { isPinned: true } });
  await expect.poll(() => cloud.controls.doc(id)).not.toBeNull();
  const content = {
    ...cloud.controls.doc(id)?.fields,
    text: 'milk and eggs',
    isDeleted: true,
    isPinned: false,
  };
  cloud.controls.putDoc(id, content);
  await cloud.controls.clearFaults();
  await cloud.controls.addFault({ rpc: '*', kind: 'cut' });
  await expect.poll(() => engine.state).toMatchObject({ phase: 'live', pending: 0, refused: 0 });
  const end = { text: 'milk and eggs', isDeleted: true, isPinned: false };
  expect(store.read(id)?.local).toMatchObject(end);
  expect(cloud.controls.doc(id)?.fields).toMatchObject(end);
  expect(cloud.controls.docs().filter(({ fields: { conflictOf } }) => conflictOf === id)).toEqual([]);
});

test('[S8.10] a spent quota is named after one request, and the next one comes when the machine wakes', async () => {
  const { engine, notes } = await live('spender');
  const commits = (): number => cloud.controls.requests().filter(({ rpc }) => rpc === 'Commit').length;
  await cloud.controls.addFault({ rpc: 'Commit', kind: 'status', code: 'RESOURCE_EXHAUSTED' });
  const before = commits();
  const id = notes.add({ title: '', text: 'milk' });
  await expect.poll(() => engine.state.phase).toBe('cloud-refuses');
  expect(engine.state.refusal).toEqual({ cause: 'quota-spent', status: 8 });
  expect(commits() - before).toBe(1);
  await cloud.controls.clearFaults();
  engine.wake();
  await expect.poll(() => engine.state).toMatchObject({ phase: 'live', pending: 0 });
  expect(cloud.controls.doc(id)).not.toBeNull();
});

test('[S8.10] a missing index is named, and notes are listed once it is there', async () => {
  const { engine, elsewhereWrites, shows } = await live('forgetful owner');
  const message = 'The query requires an index. You can create it here: https://console.firebase.google.com/';
  await cloud.controls.addFault({ rpc: 'Listen', kind: 'status', code: 'FAILED_PRECONDITION', message });
  await expect.poll(() => engine.state.phase).toBe('cloud-refuses');
  expect(engine.state.refusal).toEqual({ cause: 'index-missing', status: 9 });
  await cloud.controls.clearFaults();
  engine.wake();
  await expect.poll(() => engine.state.phase).toBe('live');
  await shows(elsewhereWrites('listed again'));
});

test('[S5.8] a document has only the marks that were given, and they survive a client that knows no marks', async () => {
  const { engine, notes, store } = await live('labeller');
  const id = notes.add({ title: '', text: 'a note' });
  const pushed = () => expect.poll(() => engine.state).toMatchObject({ pending: 0, refused: 0 });
  await pushed();
  const plain = ['createdAt', 'isArchived', 'isDeleted', 'text', 'title', 'uid'];
  expect(Object.keys(cloud.controls.doc(id)?.fields ?? {}).toSorted()).toEqual(plain);
  notes.change(id, { to: { isPinned: true, addLabels: ['Work', 'two words'] } });
  await pushed();
  const marks = { isPinned: true, labels: ['Work', 'two words'] };
  expect(cloud.controls.doc(id)?.fields).toMatchObject(marks);
  expect(Object.keys(cloud.controls.doc(id)?.fields ?? {})).not.toContain('color');
  cloud.controls.putDoc(id, { ...cloud.controls.doc(id)?.fields, text: 'edited by an old client' });
  await expect.poll(() => store.read(id)?.local).toMatchObject({ ...marks, text: 'edited by an old client' });
});

test.each([
  ['a colour that only another client knows', { color: '#ff8800' }, { color: 'RED' }],
  ['a colour of another type', { color: 7 }, { color: 'RED' }],
  ['a null colour', { color: null }, { color: 'RED' }],
  ['a pin of another type', { isPinned: { since: ['2026', 1.5, null] } }, { isPinned: true }],
  ['labels of another type', { labels: 'Work, Home' }, { addLabels: ['Mine'] }],
  [
    'labels with values of other types among them',
    { labels: ['Work', 7, ' work ', { a: 1 }, ''] },
    { addLabels: ['Mine'], removeLabels: ['Work'] },
  ],
] as const)(
  '[S5.8] an edit leaves %s, and Undo restores the value after a change',
  async (name, odd, marks) => {
    const { engine, notes, store, elsewhereWrites } = await live(name);
    const id = elsewhereWrites('a note', odd);
    const pushed = () => expect.poll(() => engine.state).toMatchObject({ pending: 0, refused: 0 });
    const inCloud = () => JSON.stringify(cloud.controls.doc(id)?.fields);
    const before = inCloud();
    await expect.poll(() => store.read(id)?.local?.text).toBe('a note');
    const changed = notes.change(id, { to: marks });
    await pushed();
    expect(inCloud()).not.toBe(before);
    notes.change(id, changed?.reverse ?? { from: {}, to: {} });
    await pushed();
    expect(inCloud()).toBe(before);
    notes.edit(id, { title: '', text: 'edited' }, { title: '', text: 'a note' });
    await pushed();
    expect(inCloud()).toBe(before.replace('a note', 'edited'));
  },
);
