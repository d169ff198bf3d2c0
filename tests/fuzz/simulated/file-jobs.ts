/** Work on whole files, done at once instead of in a separate thread. */
import type Database from 'better-sqlite3';
import { copyDatabase } from '#account/database/backups.ts';
import { checkPages } from '#account/database/check.ts';
import { openReader } from '#account/database/open.ts';
import { isDamage } from '#account/database/store-error.ts';
import type { FileJobs } from '#account/upkeep/file-jobs.ts';
import { describeError } from '#shared/base/error-report.ts';

export function immediateFileJobs(): FileJobs {
  let closed = false;
  return {
    async run(job) {
      if (closed) return { kind: 'ended' };
      let db: Database.Database | undefined;
      try {
        db = openReader(job.database);
        if (job.kind === 'check') checkPages(db);
        else copyDatabase(db, job.target);
        return { kind: 'done' };
      } catch (error) {
        return { kind: isDamage(error) ? 'damaged' : 'failed', cause: describeError(error) };
      } finally {
        db?.close();
      }
    },
    async close() {
      closed = true;
    },
  };
}
