/** Checks .github by GitHub's own language service (keys, expressions, references), and its scripts by bash. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from 'yaml';
import { at } from '#tools/commands/lib/paths.mjs';

// The package imports JSON without an import attribute, as bundlers allow.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { validate } = await import('@actions/languageservice');

const files = readdirSync(at('.github'), { recursive: true, encoding: 'utf8' })
  .map((name) => `.github/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.yml'));
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

// On Windows the first bash that is found may belong to another system.
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
