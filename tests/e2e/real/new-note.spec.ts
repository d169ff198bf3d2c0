/** `inkling --new` on a machine on which Electron could not open a window. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { host } from '#tools/electron-binary/host.ts';
import { expect, root, test } from '../support/fixtures.ts';

test('inkling --new stores words without a display, from a script or over ssh', async ({ userData }) => {
  test.skip(process.platform !== 'linux', 'other systems always have a display');
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const command = spawn(
    host.executable,
    [...host.args, '.', `--user-data-dir=${userData}`, '--new=by cron'],
    {
      cwd: root,
      env: { ...env, ...host.env },
      stdio: 'ignore',
    },
  );
  expect(await once(command, 'exit')).toEqual([0, null]);
  expect(readdirSync(path.join(userData, 'waiting-words'))).toHaveLength(1);
});
