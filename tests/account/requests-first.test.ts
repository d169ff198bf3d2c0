/** Work that the user does not wait for lets the requests that have arrived go first. */
import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost } from '#tests/support/test-host.ts';

/** More than are looked through for a page of a few. */
const NOTES = 100;
const search = { list: 'active', query: 'milk', labels: [] } as const;

async function openSearched() {
  const cloud = createFakeCloud();
  for (let at = 0; at < NOTES; at += 1) cloud.put(`n${at}` as NoteId, fields('', 'milk'));
  const app = createTestHost({ connect: () => cloud.connect() });
  app.signIn('ada');
  app.host.startSync();
  await expect
    .poll(async () => {
      app.clock.advance(1_000);
      await settle(1);
      return app.host.request('notes:counts', []);
    })
    .toMatchObject({ active: NOTES });
  return app;
}

test('a key that follows a request for near matches is answered before it', async () => {
  const { host, clock } = await openSearched();
  const answered: string[] = [];
  const near = host.request('notes:near', [{ ...search, query: 'mílk', below: null, limit: 9 }]);
  const page = host.request('notes:view', [{ ...search, offset: 0, limit: 9 }]);
  void near.then(() => answered.push('near'));
  void page.then(() => answered.push('page'));
  await settle();
  expect(answered).toEqual(['page']);
  clock.advance(0);
  // A slice ends by the real clock, on a busy machine perhaps after a single note.
  expect((await near).notes).not.toEqual([]);
});

test('counting that is due waits for a request that has arrived', async () => {
  const { host, clock, counted } = await openSearched();
  const page = await host.request('notes:view', [{ ...search, offset: 0, limit: 9 }]);
  expect(page.atLeast).toBe(true);
  clock.runNext();
  await host.request('notes:counts', []);
  expect(counted).toEqual([]);
  clock.runNext();
  await settle();
  expect(counted).toHaveLength(1);
});

test('a finished count is no change of notes, so that pages request only the counted rows again', async () => {
  const { host, clock, counted, revisions } = await openSearched();
  const before = revisions.at(-1);
  const request = { ...search, offset: 0, limit: 9 };
  const page = await host.request('notes:view', [request]);
  expect(page).toMatchObject({ atLeast: true, revision: before });
  while (counted.length === 0) {
    clock.runNext();
    await settle();
  }
  expect(counted).toEqual([before]);
  expect(revisions.at(-1)).toBe(before);
  const complete = await host.request('notes:view', [request]);
  expect(complete).toMatchObject({ total: NOTES, revision: before });
  expect(complete.atLeast).toBeUndefined();
});
