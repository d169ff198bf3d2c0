/** A real file system that is soon full. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

/**
 * Mounts one; the test is skipped where this user may not.
 * @param parent a folder of the test's own
 * @param kilobytes its size
 * @returns its folder
 */
export function smallDisk(context: TestContext, parent: string, kilobytes: number): string {
  const folder = path.join(parent, 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return context.skip('no file system may be mounted here');
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}
