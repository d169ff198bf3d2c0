/** The `notes.json` of an export of all of an account's notes. */
import path from 'node:path';
import { exportNotes } from '#account/transfer/export.ts';
import { type TestAccount, testPace } from './account.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** @returns the path of the `notes.json` */
export async function exportFile(account: TestAccount): Promise<string> {
  const { folder } = await exportNotes({
    notes: account.all,
    folder: temporaryFolder(),
    now: () => 0,
    pace: testPace(),
  });
  return path.join(folder, 'notes.json');
}
