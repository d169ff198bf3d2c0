/** Folders of files for imports. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** @returns the path of the folder */
export function writeFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  folder = temporaryFolder(),
): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}
