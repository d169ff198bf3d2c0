/** Comparing and settling a conflict copy: the account's answers and the writes to the cloud. */
import { beforeEach, expect, test } from 'vitest';
import { settlementChanges, settlementOf } from '#shared/note/conflict.ts';
import { reverseOf } from '#shared/note/note-change.ts';
import { type NoteId, type Uid, TRANSITIONS } from '#shared/note/note.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;
const MINE = { title: 'Lease', text: 'The keys are with Ada.' };
const THEIRS = { title: 'Lease', text: 'The keys are with Ben.' };

/**
 * The fake cloud's clock begins here (milliseconds since the epoch) and advances by a second with each write.
 */
const FIRST_TIME = 1_700_000_000_000;

let cloud: FakeCloud;
let app: TestHost;
let original: NoteId;
let copy: NoteId;

beforeEach(async () => {
  cloud = createFakeCloud();
  app = createTestHost({ connect: () => cloud.connect() });
  app.host.startSync();
  app.signIn('ada');
  original = await app.host.request('notes:add', [ada, THEIRS, null]);
  const base = { title: 'Lease', text: 'unknown' };
  copy = await app.host.request('notes:edit', [ada, original, MINE, base]);
  await settle();
});

test('a conflict copy is compared with its original, settled and reopened, and each step reaches the cloud', async () => {
  const { host } = app;
  const conflict = await host.request('conflict:compare', [copy]);
  expect(conflict).toMatchObject({ copy, original, mine: MINE, theirs: THEIRS });
  expect(conflict.text).toMatchObject([{ kind: 'hunk', mine: [MINE.text], theirs: [THEIRS.text] }]);
  const settlement = settlementOf(conflict, 'mine');
  await host.request('conflict:settle', [ada, settlement]);
  await settle();
  expect(cloud.documents.get(original)?.fields).toMatchObject(MINE);
  expect(cloud.documents.get(copy)?.fields).toMatchObject({ conflictOf: '', isDeleted: true });
  await expect(host.request('conflict:compare', [copy])).rejects.toMatchObject({ code: 'note-not-found' });
  const reverse = settlementChanges(settlement, false).map(reverseOf);
  const reopened = await host.request('notes:change', [ada, reverse]);
  expect(reopened.skipped).toEqual([]);
  await settle();
  expect(cloud.documents.get(original)?.fields).toMatchObject(THEIRS);
  expect(cloud.documents.get(copy)?.fields).toMatchObject({ conflictOf: original, isDeleted: false });
  await host.request('notes:change', [ada, reopened.reverse]);
  await settle();
  expect(cloud.documents.get(original)?.fields).toMatchObject(MINE);
  expect(cloud.documents.get(copy)?.fields).toMatchObject({ conflictOf: '', isDeleted: true });
});

test('a comparison says when each side was written: by the cloud’s time, even if this device received it later', async () => {
  const ofCopy = { at: FIRST_TIME + 2000, by: null };
  const { written } = await app.host.request('conflict:compare', [copy]);
  expect(written).toEqual({ mine: ofCopy, theirs: { at: FIRST_TIME + 1000, by: null } });
  cloud.put(original, fields(THEIRS.title, 'The keys are with Cleo.'));
  await settle();
  const later = await app.host.request('conflict:compare', [copy]);
  expect(later.theirs.text).toBe('The keys are with Cleo.');
  expect(later.written).toEqual({ mine: ofCopy, theirs: { at: FIRST_TIME + 3000, by: 'another device' } });
  const { present } = await app.host.request('history:versions', [original, 0, 9]);
  expect(present.written).toEqual(later.written.theirs);
});

test.each(['trash', 'deletion for ever'])(
  'a conflict copy cannot be compared if its original was removed (%s)',
  async (how) => {
    const { host } = app;
    await host.request('notes:change', [ada, [{ ids: [original], to: TRANSITIONS.trash }]]);
    if (how !== 'trash') await host.request('notes:delete-forever', [ada, [original]]);
    await expect(host.request('conflict:compare', [copy])).rejects.toThrow('was deleted or is in the trash');
  },
);
