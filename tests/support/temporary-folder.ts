import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Path of a new folder, which is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'inkling-test-'));
  // A virus scanner of Windows may hold a file for a moment.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
