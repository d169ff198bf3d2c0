/**
 * Checks .github with GitHub's language service (keys, expressions, references), and its scripts with bash.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from 'yaml';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { at } from '#tools/commands/lib/paths.mjs';

// The package imports JSON without an import attribute, as bundlers allow.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { validate } = await import('@actions/languageservice');

const files = readdirSync(at('.github'), { recursive: true, encoding: 'utf8' })
  .map((name) => `.github/${name.replaceAll('\\', '/')}`)
  .filter((name) => /^\.github\/(workflows|actions)\/.*\.yml$/.test(name));
const read = (name: string): string => readFileSync(at(name), 'utf8');

async function complaints(name: string, text: string): Promise<readonly string[]> {
  const found = await validate(TextDocument.create(`file:///${name}`, 'yaml', 1, text));
  return found.map(({ message, range }) => `${range.start.line + 1}: ${JSON.stringify(message)}`);
}

test('.github contains workflows and actions to check', () => {
  expect(files.map((name) => name.split('/')[1])).toEqual(expect.arrayContaining(['workflows', 'actions']));
});

test.each(files)('GitHub’s language service accepts %s', async (name) => {
  expect(await complaints(name, read(name))).toEqual([]);
});

test.each([
  ['an unknown key', 'timeout-minuts: 5'],
  ['an undefined value of the matrix', 'name: ${{ matrix.os }}'],
  ['an unknown function', 'if: failed()'],
])('GitHub’s language service reports %s', async (_what, line) => {
  const text = `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    ${line}\n    steps:\n      - run: npm test\n`;
  expect(await complaints('.github/workflows/wrong.yml', text)).not.toEqual([]);
});

interface Steps {
  readonly steps: readonly { readonly run?: string }[];
}

type File = { readonly jobs: Readonly<Record<string, Steps>> } | { readonly runs: Steps };

// On Windows the first bash found may belong to another system.
test.runIf(process.platform !== 'win32').each(files)('bash can parse the scripts of %s', (name) => {
  const file = parse(read(name)) as File;
  const parts = 'jobs' in file ? Object.values(file.jobs) : [file.runs];
  const scripts = parts.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(scripts).not.toEqual([]);
  for (const script of scripts) {
    // GitHub replaces expressions with text before bash reads the script.
    const input = script.replaceAll(/\$\{\{.*?\}\}/g, 'text');
    const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
    expect(status, `${stderr}\n${script}`).toBe(0);
  }
});

test.each(files)('%s names every foreign action by its commit, with the version beside it', (name) => {
  const foreign = read(name)
    .split('\n')
    .filter((line) => /^\s*(- )?uses: (?!\.\/)/.test(line));
  expect(foreign).not.toEqual([]);
  // An attacker who takes over the action's repository could move a tag to other code.
  for (const line of foreign) expect(line).toMatch(/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

interface Job {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly steps: readonly {
    readonly name?: string;
    readonly run?: string;
    readonly uses?: string;
    readonly with?: { readonly name?: string; readonly pattern?: string };
  }[];
}

const jobsOf = (name: string) => (parse(read(name)) as { readonly jobs: Readonly<Record<string, Job>> }).jobs;

describe('the workflow of a release', () => {
  const jobs = jobsOf('.github/workflows/release.yml');
  const SIGNING = /secrets\.(?!INKLING_BAKED_CONFIG\b)\w+/;

  test('only the job that makes the installers can read the signing secrets', () => {
    const readers = Object.entries(jobs).filter(([, job]) => SIGNING.test(JSON.stringify(job)));
    expect(readers.map(([name]) => name)).toEqual(['installers']);
    expect(jobs['installers']?.environment).toBe('signing');
  });

  test('the job that can read the signing secrets runs no tests and no scripts of packages', () => {
    const { steps = [] } = jobs['installers'] ?? {};
    const text = steps.map((step) => `${JSON.stringify(step)}\n`).join('');
    expect(text).toContain('npm ci --ignore-scripts');
    expect(
      text.match(/npm (ci|install)(?! --ignore-scripts)|npm (test|run)|\.ci\/run|smoke|prepare/g),
    ).toBeNull();
  });

  test('nothing is drafted before the tests have passed and the installed apps have started', () => {
    expect(jobs['draft']?.needs).toEqual(['claims', 'installers', 'try']);
    expect(JSON.stringify(jobs['claims'])).toContain('npm run claims');
    expect(jobs['installers']?.needs).toEqual(['test', 'bundle']);
    expect(JSON.stringify(jobs['test'])).toContain('.ci/run');
    expect(JSON.stringify(jobs['try'])).toContain('tools/packaging/smoke.ts');
  });

  test('a draft contains the installers of every system, and no other artifact of the run', () => {
    const { steps = [] } = jobs['draft'] ?? {};
    const [{ pattern = '*' } = {}] = steps.flatMap((step) =>
      /download-artifact/.test(step.uses ?? '') ? [step.with ?? {}] : [],
    );
    const uploads = Object.values(jobs).flatMap((job) =>
      job.steps.flatMap((step) => (/upload-artifact/.test(step.uses ?? '') ? [step.with?.name ?? ''] : [])),
    );
    expect(uploads.toSorted()).toEqual(['bundle', 'installers-${{ matrix.system }}']);
    expect(uploads.filter((name) => path.matchesGlob(name, pattern))).toEqual([
      'installers-${{ matrix.system }}',
    ]);
  });

  test('no step runs a package that is not in the lock file', () => {
    const commands = files.flatMap((name) =>
      [...read(name).matchAll(/\bnpx (?:--?\S+ )*(\S+)/g)].map(([, one = '']) => one),
    );
    expect(commands).not.toEqual([]);
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { bin?: Record<string, string> }>;
    };
    const named = new Set(Object.values(packages).flatMap(({ bin = {} }) => Object.keys(bin)));
    expect(commands.filter((command) => !named.has(command))).toEqual([]);
  });

  test.runIf(process.platform !== 'win32').each([
    ['the newest of its line', (pinned: string) => JSON.stringify(['45.0.0', pinned]), null],
    ['the only one of its line', (pinned: string) => JSON.stringify(pinned), null],
    ['older than the newest', (pinned: string) => JSON.stringify([pinned, '45.999.0']), '45.999.0'],
    ['of an unknown age, as npm does not answer', () => 'no JSON', 'unknown'],
  ])('a release warns of an Electron unless it is the newest: here %s', (_what, answer, newest) => {
    const step = jobs['bundle']?.steps.find(
      ({ name }) => name === 'Electron should be the newest of its line',
    );
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { electron: string } };
    const pinned = devDependencies.electron;
    const npm = path.join(temporaryFolder(), 'npm');
    writeFileSync(npm, `#!/bin/sh\necho '${answer(pinned)}'\n`, { mode: 0o755 });
    const { status, stdout } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', step?.run ?? 'false'], {
      cwd: at(),
      encoding: 'utf8',
      env: { ...process.env, PATH: `${path.dirname(npm)}:${process.env['PATH'] ?? ''}` },
    });
    expect(status).toBe(0);
    expect(stdout).toBe(
      newest === null
        ? ''
        : `::warning::This release has Electron ${pinned}. The newest of its line is ${newest}: security fixes of Chromium may be missing.\n`,
    );
  });
});

test('each push starts a package on the three systems', () => {
  const { package: job } = jobsOf('.github/workflows/ci.yml');
  const text = JSON.stringify(job);
  for (const os of ['ubuntu-latest', 'macos-latest', 'windows-latest']) expect(text).toContain(os);
  expect(job?.steps.at(-1)?.run).toContain('node tools/packaging/smoke.ts');
});
