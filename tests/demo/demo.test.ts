/** `npm run demo` from outside: interrupted, it leaves no folder and no process. */
import { readdirSync } from 'node:fs';
import os from 'node:os';
import { expect, test } from 'vitest';
import { processesOf } from '#tests/support/processes.ts';
import { runCommand } from '../support/run.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

// On Windows a signal from another process kills this one, so nothing can be cleaned up.
test.skipIf(process.platform === 'win32')(
  'Ctrl+C in the demo removes its folders and processes',
  async () => {
    const folder = temporaryFolder();
    const demo = runCommand('demo', [], { TMPDIR: folder });
    await demo.prints(/ 1 Start\n/);
    const made = () => readdirSync(folder).filter((name) => name.startsWith('inkling-'));
    expect(made()).toHaveLength(2);
    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(128 + os.constants.signals.SIGINT);
    expect(made()).toEqual([]);
    await expect.poll(() => processesOf(folder)).toEqual([]);
    expect(demo.output()).not.toMatch(/error/i);
  },
);
