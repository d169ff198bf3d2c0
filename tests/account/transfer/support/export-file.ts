/** An export of all of an account's notes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fromBufferPromise } from 'yauzl';
import { exportNotes } from '#account/transfer/export.ts';
import { type TestAccount, testPace } from './account.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** @returns the path of the archive */
export async function exportFile(account: TestAccount): Promise<string> {
  const { file } = await exportNotes({
    notes: account.all,
    folder: temporaryFolder(),
    now: () => 0,
    pace: testPace(),
  });
  return file;
}

/** The files of an archive, by their names. */
export async function unzip(file: string): Promise<Record<string, string>> {
  const archive = await fromBufferPromise(readFileSync(file));
  const files: Record<string, string> = {};
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files[entry.fileName] = Buffer.concat(chunks).toString();
  }
  return files;
}

/** Unpacks an export of all of an account's notes. @returns the path of the folder */
export async function exportFolder(account: TestAccount): Promise<string> {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(await unzip(await exportFile(account)))) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}
