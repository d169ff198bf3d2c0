/** The built app with an unusable configuration: one clear sentence and a non-zero exit. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { host } from '#tools/electron-binary/host.ts';
import { build } from '#tools/commands/lib/build.mjs';
import { at } from '#tools/commands/lib/paths.mjs';
import { run } from '../../support/run.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'inkling-configuration-'));
  await build();
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const GOOD = {
  firebase: { apiKey: 'key', projectId: 'project' },
  google: { clientId: 'id', clientSecret: 'secret' },
};

test.each([
  ['a missing file', null, /cannot be read: there is no such file/],
  ['broken JSON', '{"firebase": ', /is not valid JSON/],
  [
    'a missing field',
    JSON.stringify({ ...GOOD, google: { clientId: 'id' } }),
    /google\.clientSecret is missing/,
  ],
  [
    'a field of the wrong type',
    JSON.stringify({ ...GOOD, firebase: { apiKey: 5, projectId: 'project' } }),
    /firebase\.apiKey must be text/,
  ],
])('the app with an unusable configuration (%s) exits with a sentence', async (name, content, reason) => {
  const file = path.join(folder, `${name.replaceAll(' ', '-')}.json`);
  if (content !== null) writeFileSync(file, content);
  const app = run(host.executable, [...host.args, at(), `--user-data-dir=${folder}`], {
    ...host.env,
    INKLING_CONFIG: file,
  });
  expect(await app.ended).toBe(1);
  // Electron may add remarks about the machine.
  const lines = app
    .output()
    .split(/\r?\n/)
    .filter((line) => line.includes(file));
  expect(lines).toEqual([expect.stringMatching(reason)]);
  // The place in the code would not help the user.
  expect(app.output()).not.toMatch(/^\s+at /m);
});
