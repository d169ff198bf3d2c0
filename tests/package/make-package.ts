/** Runs electron-builder offline: the package for Linux, unpacked, around a placeholder for Electron. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { at, script } from '#tools/commands/lib/paths.mjs';
import { capture } from '#tools/commands/lib/processes.mjs';
import { makePlaceholderElectron } from './placeholder-electron.ts';

export interface Package {
  /** The folder that an installer would put on the disk. */
  readonly folder: string;
  readonly executable: string;
  readonly asar: string;
  /** Files outside of the archive, because the system loads them itself. */
  readonly unpacked: string;
}

/**
 * @param output folder for the package
 * @param options of electron-builder, such as `-c.linux.category=Office`
 * @throws Error with the builder's output if it fails
 */
export async function makePackage(output: string, options: readonly string[] = []): Promise<Package> {
  const electron = mkdtempSync(path.join(os.tmpdir(), 'inkling-electron-'));
  try {
    makePlaceholderElectron(electron, electronVersion());
    const args = ['--linux', 'dir', `--${process.arch}`, '--publish', 'never'];
    const config = [`-c.electronDist=${electron}`, `-c.directories.output=${output}`, ...options];
    const builder = script('electron-builder');
    const { code, output: printed } = await capture(process.execPath, [builder, ...args, ...config], {
      cwd: at(),
      // Colour codes would come between the words of its messages.
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    if (code !== 0) throw new Error(`electron-builder failed:\n${printed}`);
  } finally {
    rmSync(electron, { recursive: true, force: true });
  }
  const folder = path.join(
    output,
    process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`,
  );
  return {
    folder,
    executable: path.join(folder, 'inkling'),
    asar: path.join(folder, 'resources/app.asar'),
    unpacked: path.join(folder, 'resources/app.asar.unpacked'),
  };
}

function electronVersion(): string {
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
  return version;
}
