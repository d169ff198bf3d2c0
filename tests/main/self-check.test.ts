import { expect, test } from 'vitest';
import { selfCheck } from '#main/self-check.ts';
import { startAccountThread } from '#main/threads.ts';
import { at } from '#tools/commands/lib/paths.mjs';

const ACCOUNT = at('src/account/worker.ts');
const CLOUD = at('src/cloud/worker.ts');

const startAt = (entry: string) => () => startAccountThread(entry, () => undefined);

test('an installation whose threads store a note and connect to the cloud passes the self-check', async () => {
  expect(await selfCheck(startAt(ACCOUNT), CLOUD)).toEqual({
    title: 'Self-check',
    text: 'This note is on the disk.',
  });
});

test.each([
  ['account', at('nowhere.js'), CLOUD],
  ['cloud', ACCOUNT, at('nowhere.js')],
])('an installation without the thread of the %s fails the self-check', async (_name, account, cloud) => {
  await expect(selfCheck(startAt(account), cloud)).rejects.toThrow();
});
