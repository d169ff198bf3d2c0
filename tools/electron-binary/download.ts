/**
 * Downloads Electron's binary as its package does, and says how far it is. It waits as long as bytes arrive. Proxies and
 * authorities are those of this process (`fetch.ts` chooses them).
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { downloadArtifact, type Progress } from '@electron/get';
import * as v from 'valibot';
import { capture } from '../commands/lib/processes.mjs';
import type { Arrived } from './progress.ts';

/** How long nothing may arrive. */
const PATIENCE_MS = 60_000;

/** Nothing has arrived for a minute. */
export class Stalled extends Error {}
/** The binary has come, but its package could not unpack it. */
export class NotUnpacked extends Error {}

/**
 * Downloads the binary of the package in `folder`, compares it with the package's checksum, and unpacks it there.
 * @throws an error that `why-not-fetched.ts` makes a sentence of
 */
export async function downloadElectron(folder: string, report: (arrived: Arrived) => void): Promise<void> {
  const { version } = v.parse(v.object({ version: v.string() }), readJson(folder, 'package.json'));
  const arch = architecture();
  const stall = new AbortController();
  const giveUp = (): void => stall.abort(new Stalled());
  let watch = setTimeout(giveUp, PATIENCE_MS);
  // Here a download that was broken off leaves nothing that the next one does not remove.
  const unfinished = path.join(folder, 'download');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  try {
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch,
      checksums: v.parse(v.record(v.string(), v.string()), readJson(folder, 'checksums.json')),
      ...(process.env['electron_config_cache'] && { cacheRoot: process.env['electron_config_cache'] }),
      tempDirectory: unfinished,
      downloadOptions: {
        quiet: true,
        signal: stall.signal,
        async getProgressCallback({ transferred, total }: Progress) {
          clearTimeout(watch);
          watch = setTimeout(giveUp, PATIENCE_MS);
          report({ received: transferred, total });
        },
      },
    });
  } finally {
    clearTimeout(watch);
    rmSync(unfinished, { recursive: true, force: true });
  }
  await unpack(folder, arch);
}

/** The package's own script finds what was downloaded in the cache that both share. */
async function unpack(folder: string, arch: string): Promise<void> {
  const env = { ...process.env, ELECTRON_INSTALL_PLATFORM: process.platform, ELECTRON_INSTALL_ARCH: arch };
  const { code, output } = await capture(process.execPath, [path.join(folder, 'install.js')], { env });
  if (code !== 0) throw new NotUnpacked(output.trim().split('\n')[0]);
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
