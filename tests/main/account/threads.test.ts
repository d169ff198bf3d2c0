/** The log after a thread ended by an error. */
import { writeFileSync } from 'node:fs';
import { entryOf } from '#shared/base/error-report.ts';
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
  const thread = startAccountThread(entry, {
    onTrouble: (event, why) => void troubles.push(entryOf(event, why, (line) => line.trim())),
    countLines: () => undefined,
  });
  await new Promise<void>((resolve) => thread.onEnd(resolve));
  expect(troubles).toEqual([
    expect.stringMatching(/^A thread failed: TypeError\n {4}at at .*tick.*thread\.mjs:1:\d+\)/),
  ]);
});

test('the text that a thread prints is counted, and does not go to the terminal', async () => {
  const entry = path.join(temporaryFolder(), 'thread.mjs');
  writeFileSync(entry, 'console.log("one"); console.error("two"); process.stderr.write("three");');
  const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => print.mockRestore());
  const printed: string[] = [];
  const thread = startAccountThread(entry, {
    onTrouble: (event) => void printed.push(JSON.stringify(event)),
    countLines: (text) => void printed.push(String(text)),
  });
  await new Promise<void>((resolve) => thread.onEnd(resolve));
  await expect.poll(() => printed.join('')).toMatch(/one\n.*two\nthree|two\nthree.*one\n/s);
  expect(print).not.toHaveBeenCalled();
});
