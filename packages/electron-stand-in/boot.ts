/**
 * The entry point of the stand-in's executable. It makes `process` and the `electron` module look as they do
 * in Electron, loads the app's main script, and then starts Chromium. As in Electron, the app is ready only
 * after its main script has run.
 */
import { readFileSync, statSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startApp } from './app.ts';
import { readSwitches, switches } from './command-line.ts';
import { machine } from './machine.ts';
import { type AppManifest, runtime, StartError } from './runtime.ts';

const ELECTRON = new Set(['electron', 'electron/main', 'electron/common']);
const electronUrl = new URL('electron.ts', import.meta.url).href;

/** Reads Electron's own command line: `[flags] [-r module]… app [arguments]`. */
function readArguments(args: readonly string[]): { preloads: string[]; entry: string } {
  const preloads: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? '';
    if (argument === '-r' || argument === '--require') preloads.push(path.resolve(args[++at] ?? ''));
    else if (!argument.startsWith('-')) return { preloads, entry: path.resolve(argument) };
  }
  return { preloads, entry: path.resolve('.') };
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readManifest(folder: string): AppManifest | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as AppManifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The app's folder, its package.json and its main script. */
function findApp(entry: string): { folder: string; manifest: AppManifest; script: string } {
  if (!statSync(entry, { throwIfNoEntry: false })) throw new StartError(`Unable to find an app at ${entry}`);
  const start = isFolder(entry) ? entry : path.dirname(entry);
  for (let folder = start; ; folder = path.dirname(folder)) {
    const manifest = readManifest(folder);
    if (manifest) {
      return {
        folder,
        manifest,
        script: isFolder(entry) ? path.join(folder, manifest.main ?? 'index.js') : entry,
      };
    }
    if (folder === path.dirname(folder)) throw new StartError(`Unable to find a package.json for ${entry}`);
  }
}

function electronVersion(): string {
  const file = createRequire(import.meta.url).resolve('electron/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

async function boot(): Promise<void> {
  const args = process.argv.slice(2);
  const { preloads, entry } = readArguments(args);
  const { folder, manifest, script } = findApp(entry);
  registerHooks({
    resolve: (specifier, context, next) =>
      ELECTRON.has(specifier) ? { url: electronUrl, shortCircuit: true } : next(specifier, context),
  });
  process.execPath = path.join(import.meta.dirname, 'electron');
  process.argv = [process.execPath, ...args];
  Object.defineProperty(process.versions, 'electron', { value: electronVersion(), enumerable: true });
  Object.assign(process, {
    type: 'browser',
    defaultApp: true,
    resourcesPath: path.join(folder, 'resources'),
  });
  runtime.manifest = manifest;
  runtime.appDir = folder;
  readSwitches(args);
  // Electron ends in the same way, before it runs any code of the app.
  if (machine.user === 'root' && !switches.has('no-sandbox')) {
    console.error(
      'FATAL: Running as root without --no-sandbox is not supported. See https://crbug.com/638180.',
    );
    process.kill(process.pid, 'SIGTRAP');
  }

  const require = createRequire(path.join(folder, 'package.json'));
  for (const preload of preloads) require(preload);
  await import(pathToFileURL(script).href);
  await startApp();
}

try {
  await boot();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
