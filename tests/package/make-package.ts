/**
 * Runs electron-builder offline: the unpacked package for Linux, around a placeholder for Electron, and the
 * contents of its deb and rpm.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    await runBuilder(['dir'], [`-c.electronDist=${electron}`, `-c.directories.output=${output}`, ...options]);
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

/** @param targets kinds of packages */
async function runBuilder(
  targets: readonly string[],
  options: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const args = ['--linux', ...targets, `--${process.arch}`, '--publish', 'never', ...options];
  const all = [script('electron-builder'), ...args];
  const { code, output } = await capture(process.execPath, all, {
    cwd: at(),
    // Colour codes would split the words of its messages.
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
  });
  if (code !== 0) throw new Error(`electron-builder failed:\n${output}`);
}

/**
 * The input that electron-builder gives to fpm, which makes the deb and the rpm and is not available offline.
 */
export interface InstallerContent {
  readonly args: readonly string[];
  /** The scripts that run on the user's machine, as root. */
  readonly afterInstall: string;
  readonly afterRemove: string;
  readonly appArmorProfile: string;
}

/** A program in place of fpm: records its arguments, and the files among them, which are temporary. */
const FAKE_FPM = `
const fs = require('node:fs');
const args = process.argv.slice(2);
const after = (name) => args[args.indexOf(name) + 1];
const text = (name) => fs.readFileSync(after(name), 'utf8');
const [folder] = args.find((arg) => arg.endsWith('=/opt/Inkling')).split('=');
const appArmorProfile = fs.readFileSync(folder + 'resources/apparmor-profile', 'utf8');
const content = { args, afterInstall: text('--after-install'), afterRemove: text('--after-remove'), appArmorProfile };
fs.writeFileSync(after('--package'), JSON.stringify(content));
`;

/**
 * @param made the package from which they are made
 * @param folder for the results
 */
export async function installerContents(
  made: Package,
  folder: string,
): Promise<Readonly<Record<'deb' | 'rpm', InstallerContent>>> {
  const fpm = path.join(folder, 'fpm');
  writeFileSync(fpm, `#!${process.execPath}\n${FAKE_FPM}`, { mode: 0o755 });
  const output = path.join(folder, 'installers');
  // The builder writes into the given folder.
  const prepackaged = path.join(folder, 'prepackaged');
  cpSync(made.folder, prepackaged, { recursive: true });
  const options = [
    `-c.directories.output=${output}`,
    '-c.artifactName=installer.${ext}',
    '-c.extraMetadata.homepage=https://inkling.invalid/',
    '-c.linux.maintainer=Ada <ada@inkling.invalid>',
  ];
  await runBuilder(['deb', 'rpm'], ['--prepackaged', prepackaged, ...options], { CUSTOM_FPM_PATH: fpm });
  const read = (kind: string) =>
    JSON.parse(readFileSync(path.join(output, `installer.${kind}`), 'utf8')) as InstallerContent;
  return { deb: read('deb'), rpm: read('rpm') };
}

function electronVersion(): string {
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
  return version;
}
