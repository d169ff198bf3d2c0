import { expect, test } from 'vitest';
import { selfCheck } from '#main/self-check.ts';
import { startAccountThread } from '#main/account/threads.ts';
import { at } from '#tools/commands/lib/paths.mjs';

const ACCOUNT = at('src/account/worker.ts');
const CLOUD = at('src/cloud/worker.ts');

// Electron's own part is missing here; tests/package loads the real one.
const loadUpdater = async () => ({ checkForUpdates: async () => null });

const startAt = (entry: string) => () =>
  startAccountThread(entry, { onTrouble: () => undefined, countLines: () => undefined });

test('an installation whose threads store a note and connect to the cloud passes the self-check', async () => {
  expect(await selfCheck(startAt(ACCOUNT), CLOUD, loadUpdater)).toEqual({
    title: 'Self-check',
    text: 'This note is on the disk.',
  });
});

test.each([
  ['account', at('nowhere.js'), CLOUD],
  ['cloud', ACCOUNT, at('nowhere.js')],
])('an installation without the thread of the %s fails the self-check', async (_name, account, cloud) => {
  await expect(selfCheck(startAt(account), cloud, loadUpdater)).rejects.toThrow();
});

test.each([
  ['is missing', () => Promise.reject(new Error('Cannot find module'))],
  ['is not an updater', async () => ({}) as never],
])('an installation whose updater %s fails the self-check', async (_what, load) => {
  await expect(selfCheck(startAt(ACCOUNT), CLOUD, load)).rejects.toThrow(
    /Cannot find module|cannot be loaded/,
  );
});
