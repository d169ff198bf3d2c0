/**
 * Devices on which somebody is signed in and offline, with so many notes cached: what the benches of the built app start
 * on. The notes are stored by the app's own store, with a finished index of search beside them.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Uid } from '#shared/note.ts';
import { accountDatabase } from '#main/store/account-files.ts';
import { openAccountStore } from '#main/store/account-store.ts';
import { openSearch } from '#main/store/search/open-search.ts';
import type { LocalStore, UpdateTime } from '#main/sync/ports.ts';
import { type Cloud, startCloud } from '#tests/cloud/cloud.ts';
import { ADA, launch, signIn } from '#tests/e2e/support/fixtures.ts';
import { manyRealisticNotes, type RealisticNote } from '#tests/support/realistic-notes.ts';

export interface Device {
  /** Folder of the app's own data. */
  readonly userData: string;
  /** Path of the account's database; closed. */
  readonly database: string;
  /** For `INKLING_CONFIG`. Nothing answers at its addresses. */
  readonly config: string;
}

export interface Devices extends AsyncDisposable {
  /** A device with the first so many notes of the seed; the same one whenever it is asked for again. */
  with(notes: number): Device;
}

const AT_ONCE = 1000;

/** Signs in once, by the app itself, and goes offline. */
export async function signedInDevices(): Promise<Devices> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
  const cloud = await startCloud();
  const empty = path.join(folder, 'empty');
  const uid = await signInAt(empty, cloud);
  await cloud.controls.addFault({ rpc: '*', kind: 'down' });
  const made = new Map<number, Device>();
  return {
    with(notes) {
      const known = made.get(notes);
      if (known !== undefined) return known;
      console.error(`Caching ${notes} notes …`);
      const userData = path.join(folder, String(notes));
      cpSync(empty, userData, { recursive: true });
      const database = accountDatabase(userData, uid);
      fill(database, manyRealisticNotes(notes));
      const device = { userData, database, config: cloud.configPath };
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

function fill(database: string, notes: readonly RealisticNote[]): void {
  const store = openAccountStore({ file: database, now: Date.now, onMended: refuse });
  for (let from = 0; from < notes.length; from += AT_ONCE) {
    store.notes.transaction(() => {
      for (const note of notes.slice(from, from + AT_ONCE)) writeNote(store.notes, note);
    });
  }
  store.notes.setLoaded();
  const index = openSearch(database);
  index.search.build().toArray();
  index.close();
  while (store.changes.cutBefore(Number.MAX_SAFE_INTEGER));
  store.close();
}

function writeNote(store: LocalStore, { id, createdAt, ...fields }: RealisticNote): void {
  const updateTime = '1790000000.000000000' as UpdateTime;
  store.write({
    id,
    local: fields,
    remote: { fields, updateTime },
    extra: {},
    created: createdAt * 1000,
    pending: null,
  });
}

function refuse(_report: unknown, reason: string): void {
  throw new Error(`The database could not be made: ${reason}`);
}
