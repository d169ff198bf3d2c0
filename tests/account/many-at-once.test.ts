import { describe, expect, test } from 'vitest';
import type { FieldValues } from '#shared/note/note-change.ts';
import { type NoteId, type Uid, TRANSITIONS } from '#shared/note/note.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;
/** An action usually takes 60 to 150 ms, even in an account with a hundred thousand notes. */
const MOST_MS = 500;
const OFTEN = { interval: 1 };

async function openWith(count: number, isDeleted = false) {
  const cloud = createFakeCloud();
  const ids = Array.from({ length: count }, (_, number) => `note-${number}` as NoteId);
  for (const id of ids) cloud.put(id, fields(id, `words of ${id} `.repeat(20), { isDeleted }));
  const app = createTestHost({ connect: () => cloud.connect() });
  app.signIn('ada');
  app.host.startSync();
  await untilPushed(app);
  await expect
    .poll(() => app.host.request('notes:counts', []), OFTEN)
    .toMatchObject({ [isDeleted ? 'trashed' : 'active']: count });
  return { cloud, app, ids };
}

/** CPU time of this thread, which does the account's work in this test. A busy machine does not change it. */
function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** Lets time pass in small steps until nothing is pending. */
async function untilPushed({ host, clock }: TestHost): Promise<void> {
  await expect
    .poll(async () => {
      clock.advance(200);
      await settle(1);
      return host.current?.sync;
    }, OFTEN)
    .toMatchObject({ phase: 'live', pending: 0 });
}

describe('a thousand notes', () => {
  test('a thousand notes are moved in one transaction with one event, and pushed in batches', async () => {
    const { cloud, app, ids } = await openWith(1_000);
    const revisionsBefore = app.revisions.length;
    const commits = cloud.commits.length;
    const start = process.threadCpuUsage();
    expect(await app.host.request('notes:change', [ada, [{ ids, to: TRANSITIONS.trash }]])).toEqual({
      reverse: [{ ids, from: { isDeleted: true }, to: { isDeleted: false } }],
      skipped: [],
    });
    expect(millisecondsSince(start)).toBeLessThan(MOST_MS);
    expect(app.revisions.length).toBe(revisionsBefore + 1);
    expect(await app.host.request('notes:counts', [])).toEqual({ active: 0, archived: 0, trashed: 1_000 });
    await untilPushed(app);
    expect([...cloud.documents.values()].filter((note) => note.fields.isDeleted)).toHaveLength(1_000);
    expect(cloud.commits.length - commits).toBeLessThan(10);
  });

  test('a thousand notes are marked in one transaction with one event, and the answer can restore each one’s marks', async () => {
    const { cloud, app, ids } = await openWith(1_000);
    const some = ids.slice(0, 10);
    await app.host.request('notes:change', [ada, [{ ids: some, to: { addLabels: ['Work'] } }]]);
    const revisionsBefore = app.revisions.length;
    const start = process.threadCpuUsage();
    const marks = { isPinned: true, addLabels: ['Work', 'Home'] } as const;
    const { reverse } = await app.host.request('notes:change', [ada, [{ ids, to: marks }]]);
    expect(millisecondsSince(start)).toBeLessThan(MOST_MS);
    expect(app.revisions.length).toBe(revisionsBefore + 1);
    expect(reverse).toEqual([
      {
        ids: ids.slice(10),
        from: { isPinned: true, addLabels: ['Work', 'Home'] },
        to: { isPinned: false, removeLabels: ['Work', 'Home'] },
      },
      {
        ids: some,
        from: { isPinned: true, addLabels: ['Home'] },
        to: { isPinned: false, removeLabels: ['Home'] },
      },
    ]);
    expect(await app.host.request('labels:list', [])).toEqual([
      { name: 'Home', active: 1_000 },
      { name: 'Work', active: 1_000 },
    ]);
    expect(await app.host.request('notes:change', [ada, [{ ids, to: marks }]])).toEqual({
      reverse: [],
      skipped: [],
    });
    await untilPushed(app);
    expect([...cloud.documents.values()].filter((note) => note.fields.isPinned === true)).toHaveLength(1_000);
    await app.host.request('notes:change', [ada, reverse]);
    expect(await app.host.request('labels:list', [])).toEqual([{ name: 'Work', active: 10 }]);
  });

  test('a thousand notes are deleted forever in one transaction with one event', async () => {
    const { cloud, app, ids } = await openWith(1_000, true);
    const revisionsBefore = app.revisions.length;
    const start = process.threadCpuUsage();
    expect(await app.host.request('notes:delete-forever', [ada, ids])).toEqual(ids);
    expect(millisecondsSince(start)).toBeLessThan(MOST_MS);
    expect(app.revisions.length).toBe(revisionsBefore + 1);
    await untilPushed(app);
    expect(cloud.documents.size).toBe(0);
  });
});

test('the answer to an action leaves out notes that are gone, unknown, or already in the target list', async () => {
  const { app, ids } = await openWith(4);
  const { host } = app;
  const [first, second, third, fourth] = ids as [NoteId, NoteId, NoteId, NoteId];
  const unknown = 'unknown' as NoteId;
  const move = async (moved: readonly NoteId[], to: FieldValues) => {
    const { reverse } = await host.request('notes:change', [ada, [{ ids: moved, to }]]);
    return reverse.flatMap((change) => change.ids);
  };
  expect(await move([first], TRANSITIONS.archive)).toEqual([first]);
  await move([second], TRANSITIONS.trash);
  expect(await host.request('notes:delete-forever', [ada, [second, unknown]])).toEqual([second]);
  expect(await move([...ids, third, unknown], TRANSITIONS.archive)).toEqual([third, fourth]);
  expect(await move(ids, TRANSITIONS.archive)).toEqual([]);
  expect(await host.request('notes:delete-forever', [ada, [second]])).toEqual([]);
});

test('[S6.7] a note that another device has restored meanwhile is not deleted forever', async () => {
  const { cloud, app, ids } = await openWith(2, true);
  const [back, stays] = ids as [NoteId, NoteId];
  // This happens while the user is asked whether to delete.
  cloud.put(back, fields(back, 'needed after all'));
  await settle();
  expect(await app.host.request('notes:counts', [])).toMatchObject({ active: 1, trashed: 1 });
  expect(await app.host.request('notes:delete-forever', [ada, ids])).toEqual([stays]);
  await untilPushed(app);
  expect([...cloud.documents.keys()]).toEqual([back]);
});
