/**
 * Downloads Electron's binary as its package does, and says how far it is. Proxies and authorities are those
 * of this process (`fetch.ts` chooses them).
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { downloadArtifact } from '@electron/get';
import * as v from 'valibot';
import { capture } from '../commands/lib/processes.mjs';
import { findElectron } from './find.ts';
import { addressOf, createDownloader, type Watcher } from './receive.ts';
import { Unfetchable } from './unfetchable.ts';

export interface DownloadWatcher extends Watcher {
  /** Another start downloads into the same folder, and this one waits for its end. */
  waits(): void;
}

/**
 * Downloads the binary of the package in `folder`, compares it with the package's checksum, and unpacks it
 * there. One that another start downloads meanwhile is waited for.
 * @throws an error that `why-not-fetched.ts` makes a sentence of
 */
export async function downloadElectron(folder: string, watcher: DownloadWatcher): Promise<void> {
  const { version } = v.parse(v.object({ version: v.string() }), readJson(folder, 'package.json'));
  const checksums = v.parse(v.record(v.string(), v.string()), readJson(folder, 'checksums.json'));
  const arch = architecture();
  const name = `electron-v${version}-${process.platform}-${arch}.zip`;
  if (checksums[name] === undefined)
    throw new Unfetchable(`Electron ${version} is not made for ${process.platform} on ${arch}`);
  const unfinished = path.join(folder, 'download');
  mkdirSync(unfinished, { recursive: true });
  const lock = lockDownloads(folder, watcher);
  try {
    if (findElectron(folder, {}) !== undefined) return;
    // Here a download that was ended leaves nothing that the next one does not remove.
    rmSync(unfinished, { recursive: true });
    mkdirSync(unfinished);
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch,
      checksums,
      ...(process.env['electron_config_cache'] && { cacheRoot: process.env['electron_config_cache'] }),
      tempDirectory: unfinished,
      downloader: createDownloader(watcher),
    }).catch((error: unknown) => {
      // Its cache reads the address before anything is asked.
      if (error instanceof TypeError && 'input' in error) addressOf(String(error.input));
      throw error;
    });
    await unpack(folder, arch);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    lock.close();
  }
}

/**
 * Waits until no other start downloads into the folder. The lock is SQLite's, and therefore the system's own:
 * it ends with its process, however that ends.
 */
function lockDownloads(folder: string, watcher: DownloadWatcher): Database.Database {
  const database = new Database(path.join(folder, 'download.lock'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
    watcher.waits();
    database.pragma(`busy_timeout = ${2 ** 31 - 1}`);
    database.exec('BEGIN EXCLUSIVE');
  }
  return database;
}

/** The package's own script finds what was downloaded in the cache that both share. */
async function unpack(folder: string, arch: string): Promise<void> {
  const env = { ...process.env, ELECTRON_INSTALL_PLATFORM: process.platform, ELECTRON_INSTALL_ARCH: arch };
  const { code, output } = await capture(process.execPath, [path.join(folder, 'install.js')], { env });
  if (code !== 0)
    throw new Unfetchable(`it came, but could not be unpacked (${output.trim().split('\n')[0]})`);
}

/** An x64 Node on Apple silicon runs by translation; Electron need not. */
function architecture(): string {
  const chosen = process.env['ELECTRON_INSTALL_ARCH'] ?? process.env['npm_config_arch'];
  if (chosen !== undefined) return chosen;
  const translated = process.platform === 'darwin' && os.cpus()[0]?.model.startsWith('Apple');
  return translated ? 'arm64' : process.arch;
}

function readJson(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
}
