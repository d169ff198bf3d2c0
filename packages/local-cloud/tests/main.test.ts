/** The command, as `npm run cloud` starts it. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startCloud } from '../cloud.ts';

const COMMAND = fileURLToPath(new URL('../../../tools/commands/cloud.mjs', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'cloud-command-'));
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

function run(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let stdout = '';
  let stderr = '';
  const ready = Promise.withResolvers<{ config: string; control: string }>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (text.includes('\n')) ready.resolve(JSON.parse(stdout) as { config: string; control: string });
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, stdout, stderr }));
  return { child, ready: ready.promise, ended };
}

/** On Windows a signal from another process kills the process, so nothing can be cleaned up. */
const signalsArrive = process.platform !== 'win32';

test.skipIf(!signalsArrive).each(['SIGINT', 'SIGTERM'] as const)(
  'npm run cloud prints one line, serves requests, and ends cleanly on %s',
  async (signal) => {
    const { child, ready, ended } = run();
    const { config, control } = await ready;
    expect(JSON.parse(readFileSync(config, 'utf8'))).toMatchObject({ endpoints: { issuer: control } });
    expect((await fetch(`${control}/docs`)).status).toBe(200);
    child.kill(signal);
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ ready: true, config, control });
    expect(existsSync(config)).toBe(false);
  },
);

test.skipIf(!signalsArrive)(
  'npm run cloud cleans up even if Ctrl+C arrives twice, from the terminal and from npm',
  async () => {
    const { child, ready, ended } = run();
    const { config } = await ready;
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(config)).toBe(false);
  },
);

test('npm run cloud reports a port in use in one clear sentence', async () => {
  const cloud = await startCloud();
  const { port } = new URL(cloud.httpUrl);
  const { code, stdout, stderr } = await run('--port', port).ended;
  await cloud.close();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(`Port ${port} is in use: choose another with --port, or none for any free one.\n`);
});

test('npm run cloud reports a bad argument in one clear line', async () => {
  const { code, stdout, stderr } = await run('--port', 'many').ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^--port must be a number .*\n$/);
});

test('npm run cloud reports a data folder that cannot be created in one clear sentence', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const { code, stderr } = await run('--data', path.join(file, 'below')).ended;
  expect(code).toBe(1);
  // Systems give different error codes for a folder below a file.
  const anyCode = stderr.replace(/\(E[A-Z]+\)/, '(code)');
  expect(anyCode).toBe(`The data folder ${path.join(file, 'below')} cannot be written (code).\n`);
});

test('npm run cloud reports a data folder in use in one clear sentence', async () => {
  const cloud = await startCloud({ dataFolder: path.join(folder, 'used') });
  const { code, stderr } = await run('--data', cloud.dataFolder).ended;
  await cloud.close();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The data folder .* is used by another local cloud, which holds .*lock\.db: .*\n$/);
  expect(stderr).toContain(path.join(cloud.dataFolder, 'lock.db'));
});

test('the data folder of a killed local cloud can be used again at once', async () => {
  const data = path.join(folder, 'killed');
  const first = run('--data', data);
  await first.ready;
  first.child.kill('SIGKILL');
  await first.ended;
  const second = run('--data', data);
  expect(await second.ready).toMatchObject({ ready: true });
});
