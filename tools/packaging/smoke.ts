/**
 * Starts a packaged app and checks it: `node tools/packaging/smoke.ts <executable> [its arguments]`. The
 * release workflow runs it on each system, on the files of the installers, where the archive and its
 * integrity, the fuses and the sandbox are real.
 *
 * The app checks itself (`--self-check`, see `src/main/self-check.ts`) and prints its findings, because a
 * packaged app opens no debugging port and accepts only its own configuration. This program exits with 1 if
 * the app does not run from its archive, if the sign-in screen is not painted, if a thread or the database
 * does not work, if a debugging port is not refused, if the binary does something that its fuses forbid, or
 * if it runs a changed archive.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';

const TIME_LIMIT_MS = 240_000;
/** An exit code that the app itself never uses. */
const OBEYED = 42;
/** Node's exit code for an unknown option, such as `--self-check`. */
const UNKNOWN_OPTION = 9;

/** The report that a working app prints. */
const report = v.object({
  selfCheck: v.literal('passed'),
  // The folder of its main script.
  code: v.pipe(v.string(), v.regex(/[\\/]app\.asar[\\/]/, 'The app does not run from its archive.')),
  page: v.object({
    address: v.pipe(v.string(), v.startsWith('app://inkling/index.html')),
    paintedAfterMs: v.number(),
    buttons: v.pipe(v.array(v.string()), v.includes('Sign In With Google')),
  }),
  note: v.object({ title: v.literal('Self-check'), text: v.string() }),
});

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

const [executable, ...args] = process.argv.slice(2);
if (executable === undefined) throw new Error('Name the executable.');

const folder = mkdtempSync(path.join(os.tmpdir(), 'inkling-smoke-'));
const limit = setTimeout(() => {
  console.error('The smoke test did not end in time.');
  process.exit(1);
}, TIME_LIMIT_MS);
try {
  console.log(await passes(executable));
  console.log('The sign-in screen was painted, both threads work, and a note was read back from a database.');
  await refusesPort(executable);
  console.log('A debugging port is refused.');
  await passes(executable, { ELECTRON_RUN_AS_NODE: '1' });
  await passes(executable, { NODE_OPTIONS: `--require=${exitingModule()}` });
  console.log('ELECTRON_RUN_AS_NODE and NODE_OPTIONS are ignored.');
  // On Linux the binary cannot hold the archive's hash.
  if (process.platform !== 'linux') {
    const { copy, change } = copyOf(executable);
    await passes(copy);
    change();
    if ((await check(copy)).code === 0) throw new Error('The binary runs an archive that was changed.');
    console.log('A changed archive is refused, which was not refused before.');
  }
} finally {
  clearTimeout(limit);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/**
 * @returns the app's report
 * @throws Error if the self-check fails, or if the app is not the packaged one
 */
async function passes(file: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, output } = await check(file, env);
  if (code === OBEYED || ('ELECTRON_RUN_AS_NODE' in env && code === UNKNOWN_OPTION))
    throw new Error(`The binary obeys ${Object.keys(env).join()}: its fuses are not set.`);
  const line = output.split('\n').find((one) => one.startsWith('{"selfCheck":'));
  if (code !== 0 || line === undefined) throw new Error(`The self-check ended with ${code}:\n${output}`);
  const parsed = v.safeParse(report, JSON.parse(line));
  if (parsed.success) return line;
  const problems = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  throw new Error(`The report of the self-check is wrong:\n${problems.join('\n')}\n${line}`);
}

/** The app must exit and say why, without opening the port. */
async function refusesPort(file: string): Promise<void> {
  const { code, output } = await check(file, {}, ['--remote-debugging-port=0']);
  if (code === 0 || output.includes('DevTools listening') || !output.includes('--remote-debugging-port'))
    throw new Error(`The app was started with a debugging port and ended with ${code}:\n${output}`);
}

/** Has the app check itself. All of its files are in this program's temporary folder. */
async function check(
  file: string,
  env: NodeJS.ProcessEnv = {},
  more: readonly string[] = [],
): Promise<Outcome> {
  const app = spawn(file, [...args, ...more, '--self-check'], {
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (part) => (output += String(part)));
  const [code] = (await once(app, 'close')) as [number | null];
  return { code, output };
}

/** A copy of the installed folder. `change` changes one digit of a hash in the archive's list of files. */
function copyOf(file: string): { readonly copy: string; readonly change: () => void } {
  const installed =
    process.platform === 'darwin' ? path.resolve(file, '../../..') : path.dirname(path.resolve(file));
  const target = path.join(folder, path.basename(installed));
  cpSync(installed, target, { recursive: true, verbatimSymlinks: true });
  const resources = process.platform === 'darwin' ? 'Contents/Resources' : 'resources';
  const archive = path.join(target, resources, 'app.asar');
  return {
    copy: path.join(target, path.relative(installed, path.resolve(file))),
    change() {
      const bytes = readFileSync(archive);
      const at = bytes.indexOf('"hash":"') + '"hash":"'.length;
      bytes.write(bytes.toString('latin1', at, at + 1) === '0' ? '1' : '0', at, 'latin1');
      writeFileSync(archive, bytes);
    },
  };
}

function exitingModule(): string {
  const file = path.join(folder, 'exit.cjs');
  writeFileSync(file, `process.exit(${OBEYED})`);
  return file;
}
