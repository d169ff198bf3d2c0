/**
 * A file beside the database that marks an import as running. If the app or the thread ends during the
 * import, the file stays, so that the next opening can say so.
 */
import { rmSync } from 'node:fs';
import type { Report } from '#shared/base/log.ts';
import { replaceFileNow } from '#disk/durable-file.ts';
import { isThere } from '#disk/there.ts';

export interface ImportMark {
  isSet(): boolean;
  set(): void;
  clear(): void;
}

/** None of its functions throws: if the disk does not take the mark, the import itself may go on. */
export function createImportMark(database: string, onTrouble: Report): ImportMark {
  const file = `${database}.importing`;

  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      onTrouble('import-mark-failed', error);
    }
  }

  return {
    isSet() {
      let isSet = false;
      attempt(() => {
        isSet = isThere(file);
      });
      return isSet;
    },
    set: () => attempt(() => replaceFileNow(file, '')),
    clear: () => attempt(() => rmSync(file, { force: true })),
  };
}
