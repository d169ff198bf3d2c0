/** Checks that a folder is writable, to tell this from other causes of a failure. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '#shared/base/error.ts';
import { StartError } from '../base/start-error.ts';

/**
 * Tests the folder by creating and removing an empty file in it.
 * @throws AppError `internal` that names the folder and the file system's reason
 */
export function requireWritable(folder: string): void {
  const file = path.join(folder, `.inkling-${process.pid}`);
  try {
    writeFileSync(file, '', { mode: 0o600 });
    rmSync(file);
  } catch (error) {
    const message = `The folder ${folder} is not writable: ${messageOf(error)}.`;
    throw new StartError('internal', 'folder-not-writable', message, { cause: error });
  }
}
