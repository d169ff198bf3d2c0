/** Compiles `preload.c` on systems that can load it and have a C compiler. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { CALLS } from '#tests/support/failing-disk/calls.ts';

const SOURCE = path.join(import.meta.dirname, 'preload.c');
const CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/inkling-disk');

/** The path of the library, or the reason why it is missing. */
export type Compiled = { readonly library: string } | { readonly missing: string };

export function compileLibrary(): Compiled {
  if (process.platform !== 'linux') return { missing: 'A library can intercept disk access only on Linux.' };
  const does = Object.entries(CALLS).map(([call, kinds]) => `-DDOES_${call}=${kinds}`);
  const sum = createHash('sha256')
    .update(readFileSync(SOURCE))
    .update(does.join())
    .digest('hex')
    .slice(0, 16);
  const library = path.join(CACHE, `preload-${process.arch}-${sum}.so`);
  if (existsSync(library)) return { library };
  mkdirSync(CACHE, { recursive: true });
  // Several processes may compile at once.
  const built = `${library}.${process.pid}`;
  const args = ['-shared', '-fPIC', '-O1', ...does, '-o', built, SOURCE, '-ldl'];
  const result = spawnSync('cc', args, { encoding: 'utf8' });
  if (result.error !== undefined) return { missing: 'There is no C compiler (cc).' };
  if (result.status !== 0) throw new Error(`preload.c cannot be compiled: ${result.stderr}`);
  renameSync(built, library);
  return { library };
}
