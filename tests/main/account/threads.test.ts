/** What a thread's end by an error leaves in the log. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startAccountThread } from '#main/account/threads.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

test.each([
  ['an uncaught error', 'setTimeout(function tick() { throw new TypeError("Broken"); });'],
  ['an unhandled rejection', 'void (async function tick() { throw new TypeError("Broken"); })();'],
])('a thread that fails by %s is reported with its stack', async (_name, code) => {
  const folder = temporaryFolder();
  const entry = path.join(folder, 'thread.mjs');
  writeFileSync(entry, code);
  const troubles: string[] = [];
  const thread = startAccountThread(entry, (message) => void troubles.push(message));
  await new Promise<void>((resolve) => thread.onEnd(resolve));
  expect(troubles).toEqual([
    expect.stringMatching(/^A thread has failed: TypeError: Broken\n {4}at .*tick.*thread\.mjs:1:\d+\)/),
  ]);
});

test('what a thread prints goes to the log, and not straight to the terminal', async () => {
  const entry = path.join(temporaryFolder(), 'thread.mjs');
  writeFileSync(entry, 'console.log("one"); console.error("two"); process.stderr.write("three");');
  const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => print.mockRestore());
  const troubles: string[] = [];
  const thread = startAccountThread(entry, (message) => void troubles.push(message));
  await new Promise<void>((resolve) => thread.onEnd(resolve));
  await expect.poll(() => troubles.join('')).toMatch(/one\n.*two\nthree|two\nthree.*one\n/s);
  expect(print).not.toHaveBeenCalled();
});
