/** A file of typed words that can be neither read nor given another name, because another program holds it. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHostWithClouds } from '#tests/support/test-host.ts';

vi.mock('node:fs', { spy: true });

test('[S11.4] an account stays while a file of its typed words could not even be set aside, which is tried again', async () => {
  vi.mocked(renameSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('held'), { code: 'EPERM', errno: -1, syscall: 'rename' });
  });
  onTestFinished(() => vi.mocked(renameSync).mockRestore());
  const { app } = createHostWithClouds();
  app.host.startSync();
  const folder = path.dirname(app.databaseOf('ada'));
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'typed-words-000001.json');
  writeFileSync(file, '{"drafts": [');

  app.signIn('ada');
  await app.titles();
  expect(await app.signOut()).toBe(1);
  expect(existsSync(file)).toBe(true);

  app.signIn('ada');
  await app.titles();
  expect(existsSync(file)).toBe(false);
  expect(existsSync(`${file}.unreadable`)).toBe(true);
  expect(await app.signOut()).toBe(1);
});
