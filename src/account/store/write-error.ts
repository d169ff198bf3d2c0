/** Tells a quota that is exceeded, which ends nothing, from a disk that fails. */
import { rmSync } from 'node:fs';
import { AppError } from '#shared/error.ts';
import { replaceFile } from './durable-file.ts';
import { codeOf, toStoreError } from './store-error.ts';

/** More than what may be left of a quota in which a commit of SQLite found no room. */
const PROBE = ' '.repeat(64 * 1024);

/**
 * SQLite knows a full disk by ENOSPC alone, and says SQLITE_IOERR_WRITE of EDQUOT as of any other failed write. Whether there
 * is room is found out by a small file.
 * @returns the file system's own error where there is none, and else the error as it was
 */
export function withTrueCause(error: unknown, database: string): unknown {
  if (codeOf(error) !== 'SQLITE_IOERR_WRITE') return error;
  try {
    replaceFile(`${database}.probe`, PROBE);
    rmSync(`${database}.probe`, { force: true });
    return error;
  } catch (cause) {
    const refined = toStoreError(cause);
    return refined instanceof AppError && refined.code === 'store-full' ? refined : error;
  }
}
