/** Paths in this checkout. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's top folder. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');

/** @param {...string} parts a path below the top folder */
export function at(...parts) {
  return path.join(root, ...parts);
}

/** Node 24 from npm's `node` package. The shim in `.bin` is not used, because it is a script on Windows. */
export function projectNode() {
  return at('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * The script behind a package's command, to be run by this Node: the shims in `node_modules/.bin` differ by
 * system.
 * @param {string} packageName
 * @param {string} [name] the command, if it is not named like the package
 */
export function script(packageName, name = packageName) {
  const folder = at('node_modules', packageName);
  /** @type {{bin?: string | Record<string, string>}} */
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : bin?.[name];
  if (file === undefined) throw new Error(`${packageName} has no command ${name}`);
  return path.join(folder, file);
}
