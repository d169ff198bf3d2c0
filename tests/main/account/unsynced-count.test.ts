/**
 * One count of unsynced changes serves every message: at the drawer's foot, at a log-out, and after it.
 */
import { expect, test, vi } from 'vitest';
import { describeSync } from '#shared/ipc/describe-sync.ts';
import type { Draft } from '#shared/note/draft.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { countUnsynced } from '#shared/ipc/sync-state.ts';
import * as fc from '#tests/support/fast-check.ts';
import { createHostWithClouds, createTestHost, type TestHost } from '#tests/support/test-host.ts';

vi.mock('electron', () => ({}));

const ADA = 'ada' as Uid;
const WORDS = ['', 'milk', 'milk and bread'].map((text) => ({ title: '', text }));
const BASE = { title: '', text: 'milk' };

const content = fc.constantFrom(...WORDS);
const place = fc.constantFrom('new', 'quick', 'edit');
const draft = fc
  .record({ place, content })
  .map(({ place: where, content: typed }): Draft =>
    where === 'edit'
      ? { place: 'edit', id: 'abcdefghij0123456789' as NoteId, content: typed, base: BASE }
      : { place: where, content: typed },
  );
const action = fc.oneof(
  draft.map(
    (stored) =>
      async ({ host }: TestHost) =>
        host.request('drafts:keep', [ADA, stored]),
  ),
  draft.map(
    (dropped) =>
      async ({ host }: TestHost) =>
        host.request('drafts:drop', [ADA, dropped]),
  ),
  fc.constantFrom(...WORDS.slice(1)).map((typed) => async (app: TestHost) => app.add(ADA, typed)),
);

test('logging out retains exactly what the sync state counted before, whatever was typed and not pushed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 6 }), async (actions) => {
      const app = createTestHost();
      app.signIn(ADA);
      await app.drafts();
      for (const act of actions) await act(app);
      const counted = countUnsynced(app.host.current?.sync ?? { pending: -1, refused: 0 });
      expect(await app.signOut()).toBe(counted);
      await app.end();
    }),
    { numRuns: 30 },
  );
});

test('“All changes saved” appears only once a typed draft is a note that the cloud has, or is dropped', async () => {
  const { app } = createHostWithClouds();
  const syncText = (): string | undefined =>
    describeSync(app.host.current?.sync ?? { phase: 'off', pending: 0, refused: 0, loaded: false })?.text;
  app.host.startSync();
  app.signIn(ADA);
  await app.drafts();
  await expect.poll(syncText).toBe('All changes saved');
  const quick: Draft = { place: 'quick', content: { title: '', text: 'milk' } };
  await app.host.request('drafts:keep', [ADA, quick]);
  expect(syncText()).toBe('Unsaved words in 1 note');
  await app.host.request('notes:add', [ADA, quick.content, 'quick']);
  await expect.poll(syncText).toBe('All changes saved');
  expect(await app.signOut()).toBe(0);
});
