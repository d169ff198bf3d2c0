import { expect, test } from 'vitest';
import { selfCheck } from '#main/self-check.ts';
import { startAccountThread } from '#main/threads.ts';
import { at } from '#tools/commands/lib/paths.mjs';

const ACCOUNT = at('src/account/worker.ts');
const CLOUD = at('src/cloud/worker.ts');

const startAt = (entry: string) => () => startAccountThread(entry, () => undefined);

test('an installation whose threads keep a note and reach for the cloud is whole', async () => {
  await selfCheck(startAt(ACCOUNT), CLOUD);
});

test.each([
  ['account', at('nowhere.js'), CLOUD],
  ['cloud', ACCOUNT, at('nowhere.js')],
])('one without the thread of the %s is not', async (_name, account, cloud) => {
  await expect(selfCheck(startAt(account), cloud)).rejects.toThrow();
});
