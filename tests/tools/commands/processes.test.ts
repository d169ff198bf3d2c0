import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { at } from '#tools/commands/lib/paths.mjs';

const MODULE = pathToFileURL(at('tools/commands/lib/processes.mjs')).href;

/** Starts two processes, one after the other, as `npm test` does. */
const COMMAND = `
  import { endOnSignals, start } from '${MODULE}';
  endOnSignals();
  await start(process.execPath, ['-e', 'console.log("first"); setInterval(() => {}, 1000)']).ended;
  start(process.execPath, ['-e', 'console.log("second")']);
`;

test.skipIf(process.platform === 'win32')('a command starts no further process after a signal', async () => {
  const command = spawn(process.execPath, ['--input-type=module', '-e', COMMAND], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  command.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (output === '') command.kill('SIGTERM');
    output += text;
  });
  // `close` comes after every process that could still write has ended.
  await once(command, 'close');
  expect(output).toBe('first\n');
  expect(command.exitCode).toBe(143);
});
