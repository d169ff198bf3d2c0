/**
 * Downloads Electron's binary like its package does, and reports the progress. Proxies and authorities are
 * those of this process (`fetch.ts` chooses them).
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
  /** Called if another start is downloading into the same folder, so that this one waits. */
  waits(): void;
}

/**
 * Downloads the binary of the package in `folder`, compares it with the package's checksum, and unpacks it
 * there. Waits if another start is downloading it.
 * @throws an error that `why-not-fetched.ts` turns into a sentence
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
    // Removes the files of an interrupted download.
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
      // Its cache parses the address before the first request.
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
 * Waits until no other start is downloading into the folder. The lock is SQLite's, and thus the system's: it
 * ends with its process, even after a crash.
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

/** The package's own script finds the downloaded file in the cache that both share. */
async function unpack(folder: string, arch: string): Promise<void> {
  const env = { ...process.env, ELECTRON_INSTALL_PLATFORM: process.platform, ELECTRON_INSTALL_ARCH: arch };
  const { code, output } = await capture(process.execPath, [path.join(folder, 'install.js')], { env });
  if (code !== 0)
    throw new Unfetchable(`it came, but could not be unpacked (${output.trim().split('\n')[0]})`);
}

/** An x64 Node on Apple silicon is translated; Electron need not be. */
function architecture(): string {
  const chosen = process.env['ELECTRON_INSTALL_ARCH'] ?? process.env['npm_config_arch'];
  if (chosen !== undefined) return chosen;
  const translated = process.platform === 'darwin' && os.cpus()[0]?.model.startsWith('Apple');
  return translated ? 'arm64' : process.arch;
}

function readJson(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
}
