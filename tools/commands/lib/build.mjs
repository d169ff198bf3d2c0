/** Builds the app's bundles into `out/`, unless they are up to date with the sources. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, script } from './paths.mjs';
import { capture } from './processes.mjs';
import { Stop } from './stop.mjs';

const SOURCES = ['src', 'resources', 'electron.vite.config.ts', 'package.json', 'package-lock.json'];
const BUNDLES = [
  'out/main/index.js',
  'out/main/account.js',
  'out/main/cloud.js',
  'out/main/file-worker.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/renderer/quick-note.html',
];
/** The environment variables that the build reads, see electron.vite.config.ts. */
const BAKED = ['INKLING_BAKED_CONFIG', 'INKLING_UPDATE_FEED', 'INKLING_UPDATE_KEY'];
const STAMP = 'out/build-stamp.json';

export async function build() {
  const sources = sourceStamp();
  if (lastStamp() === stamp(sources)) return;
  console.log('Building …');
  const { code, output } = await capture(process.execPath, [
    script('electron-vite'),
    'build',
    '--logLevel',
    'warn',
  ]);
  if (code !== 0) {
    console.error(output.trimEnd());
    throw new Stop('The build failed (see above).');
  }
  mkdirSync(at('out'), { recursive: true });
  writeFileSync(at(STAMP), stamp(sources));
}

/**
 * Changes with the sources and with the bundles, because another build, such as `npm run build`, may have
 * written different ones.
 * @param {object} sources
 */
function stamp(sources) {
  const built = BUNDLES.map((file) => statSync(at(file), { throwIfNoEntry: false })?.mtimeMs ?? null);
  return JSON.stringify({ ...sources, built });
}

/**
 * Changes whenever a source is changed, added or removed, or a different configuration is to be baked in.
 * Times are compared for equality, because a file from a backup may be older than the one before.
 */
function sourceStamp() {
  const files = SOURCES.flatMap((source) => listFiles(at(source)));
  const hash = createHash('sha256');
  for (const file of files) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return { files: hash.digest('hex'), baked: BAKED.map((name) => process.env[name] ?? '') };
}

function lastStamp() {
  return existsSync(at(STAMP)) ? readFileSync(at(STAMP), 'utf8') : undefined;
}

/**
 * @param {string} place a file or a folder
 * @returns {string[]}
 */
function listFiles(place) {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [place];
  // A folder also counts: its time changes when a file in it is removed.
  return [place, ...readdirSync(place).flatMap((name) => listFiles(path.join(place, name)))];
}
