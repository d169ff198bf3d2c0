/** `npm start` from outside: its message if it cannot open the app, and that no process outlives it. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WITHOUT_CHROMIUM } from '#tests/support/environment.ts';
import { isProgram } from '#tools/commands/lib/apt.mjs';
import { processesOf } from '#tests/support/processes.ts';
import { run, runCommand } from '../../support/run.ts';

const linux = process.platform === 'linux';
const NO_DISPLAY = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'inkling-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test.runIf(linux)('npm start without a display says what to do', async () => {
  const start = runCommand('start', [], NO_DISPLAY);
  expect(await start.ended).toBe(1);
  expect(start.output()).toMatch(/^There is no display .* npm run demo\.\n$/);
});

test.runIf(linux).each(['start', 'test', 'demo'])('npm %s without Chromium says so', async (name) => {
  const command = runCommand(name, [], {
    DISPLAY: ':0',
    INKLING_HOST: 'stand-in',
    INKLING_CHROMIUM: '/nowhere/chromium',
  });
  expect(await command.ended).toBe(1);
  expect(command.output()).toBe(
    'INKLING_CHROMIUM names /nowhere/chromium, which is not an executable file.\n',
  );
});

describe.runIf(isProgram('Xvfb') && WITHOUT_CHROMIUM === undefined)('on a display', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends npm start and every process that it started',
    async (signal) => {
      await using display = await virtualDisplay();
      const environment = {
        DISPLAY: display.name,
        WAYLAND_DISPLAY: undefined,
        INKLING_HOST: 'stand-in',
        INKLING_CONFIG: undefined,
      };
      const start = runCommand('start', [`--user-data-dir=${folder}`], environment);
      await start.prints(/local cloud on this machine/);
      // The app is up: Chromium keeps its profile below the user-data folder.
      await expect.poll(() => processesOf(folder).some(isRenderer)).toBe(true);
      // A user who closes the window leaves the app in the tray, and may run npm start again.
      const second = runCommand('start', [`--user-data-dir=${folder}`], environment);
      expect(await second.ended).toBe(0);
      expect(second.output()).toBe(
        `The local cloud of these notes runs already, so this start uses it.\nInkling is already running with the notes in ${folder}, and its window is now in front. To start this one, quit it from its tray menu.\n`,
      );
      start.child.kill(signal);
      expect(await start.ended).toBe(128 + os.constants.signals[signal]);
      await expect.poll(() => processesOf(folder)).toEqual([]);
      expect(start.output()).not.toMatch(/error|warning/i);
    },
  );
});

function isRenderer(command: string): boolean {
  return command.includes('--type=renderer');
}

/** An X server without a screen, on a free display number that it chooses itself. */
async function virtualDisplay(): Promise<AsyncDisposable & { readonly name: string }> {
  const server = run('sh', ['-c', 'exec Xvfb -displayfd 1 -screen 0 1280x800x24 -nolisten tcp']);
  await server.prints(/^\d+\n/m);
  return {
    name: `:${/^\d+$/m.exec(server.output())?.[0] ?? ''}`,
    async [Symbol.asyncDispose]() {
      server.child.kill();
      await server.ended;
    },
  };
}
