/**
 * Devices for the benches of the built app: somebody is signed in and offline, with a given number of cached
 * notes, with and without marks. The app's own store has written the notes, and their search index is
 * complete.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Uid } from '#shared/note/note.ts';
import { accountFiles } from '#main/account/files.ts';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import { ADA, launch, signIn } from '#tests/e2e/support/fixtures.ts';
import { fillDatabase, indexDatabase } from './filled-database.ts';
import { manyMarkedNotes } from './marked-notes.ts';

export interface Device {
  /** Folder of the app's own data. */
  readonly userData: string;
  /** Path of the account's database; closed. */
  readonly database: string;
  readonly uid: Uid;
  /** For `INKLING_CONFIG`. Nothing answers at its addresses. */
  readonly config: string;
}

export interface Devices extends AsyncDisposable {
  /**
   * A device with the first `notes` notes of the seed; the same device whenever this number is asked for
   * again.
   * @param pins the most notes that are pinned; counts only when this number of notes is asked for first
   */
  with(notes: number, pins?: number): Device;
}

/** Signs in once, by the app itself, and goes offline. */
export async function signedInDevices(): Promise<Devices> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
  const cloud = await startCloud();
  const empty = path.join(folder, 'empty');
  const uid = await signInAt(empty, cloud);
  await cloud.controls.addFault({ rpc: '*', kind: 'down' });
  const made = new Map<number, Device>();
  return {
    with(notes, pins) {
      const cachedDevice = made.get(notes);
      if (cachedDevice !== undefined) return cachedDevice;
      console.error(`Caching ${notes} notes …`);
      const userData = path.join(folder, String(notes));
      cpSync(empty, userData, { recursive: true });
      const { database } = accountFiles(userData, uid);
      fillDatabase(database, manyMarkedNotes(notes, pins));
      indexDatabase(database);
      const device = { userData, database, uid, config: cloud.configPath };
      made.set(notes, device);
      return device;
    },
    async [Symbol.asyncDispose]() {
      await cloud.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function signInAt(userData: string, cloud: Cloud): Promise<Uid> {
  const app = await launch(cloud.configPath, userData);
  await signIn(app, cloud, ADA);
  await app.page.getByText('Notes you add appear here').waitFor();
  await app.close();
  const account = cloud.controls.accounts().find(({ sub }) => sub === ADA.sub);
  if (account === undefined) throw new Error('Nobody has signed in');
  return account.uid as Uid;
}
