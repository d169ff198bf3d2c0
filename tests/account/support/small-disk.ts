/** A real file system so small that a test can fill it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

/**
 * Mounts a file system. Skips the test if this user may not mount one.
 * @param parent a folder of the test's own
 * @param kilobytes size of the file system
 * @returns the folder where it is mounted
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
