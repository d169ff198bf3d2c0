/** Runs the tests that quote claims, in the copy of the checkout. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { capture } from '#tools/commands/lib/processes.mjs';
import { testFilesOf } from './claims.ts';

/** The kinds of tests in the order of what a run costs. All but the first need a build of the mutated code. */
export const KINDS = ['unit', 'page', 'built', 'e2e'] as const;
export type Kind = (typeof KINDS)[number];

/** A mutation may let a test wait for something that never comes. */
const TEST_MS = 60_000;
/** Ends a run that the mutation has made endless. */
const LIMIT_MS = 900_000;

export interface TestResult {
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
}

export function filesOfKind(claim: string, kind: Kind): readonly string[] {
  return testFilesOf(claim).filter((file) => kindOf(file) === kind);
}

function kindOf(file: string): Kind {
  if (file.startsWith('tests/e2e/')) return 'e2e';
  if (file.startsWith('tests/renderer/page/')) return 'page';
  return /^tests\/(?:build\/|package\/package\.)/u.test(file) ? 'built' : 'unit';
}

/**
 * The results of all tests of this kind that quote one of the claims.
 * @throws Error with the runner's output if it has written no report
 */
export async function runTests(
  folder: string,
  kind: Kind,
  claims: readonly string[],
  { untilFailure = false } = {},
): Promise<readonly TestResult[]> {
  const files = [...new Set(claims.flatMap((claim) => filesOfKind(claim, kind)))];
  if (files.length === 0) return [];
  const quotes = String.raw`\[(?:${claims.join('|')})\]`;
  const report = path.join(folder, 'out/claims.json');
  rmSync(report, { force: true });
  const run = (file: string, args: readonly string[]) =>
    capture(process.execPath, [path.join(folder, file), ...args], {
      cwd: folder,
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      timeLimitMs: LIMIT_MS,
    });
  if (kind !== 'unit') {
    const build = pathToFileURL(path.join(folder, 'tools/commands/lib/build.mjs')).href;
    const built = await capture(
      process.execPath,
      ['--input-type=module', '--eval', `await (await import(${JSON.stringify(build)})).build()`],
      { cwd: folder, timeLimitMs: LIMIT_MS },
    );
    if (built.code !== 0) throw new Error(built.output);
  }
  const vitest = ['run', '--project', kind === 'page' ? 'page' : 'unit', '--testNamePattern', quotes];
  const bail = untilFailure ? ['--bail=1'] : [];
  const maxFailures = untilFailure ? ['-x'] : [];
  const { output } = await (kind === 'e2e'
    ? run('node_modules/@playwright/test/cli.js', [
        'test',
        '--reporter=json',
        '--grep',
        quotes,
        ...maxFailures,
        ...files,
      ])
    : run('node_modules/vitest/vitest.mjs', [
        ...vitest,
        ...bail,
        `--testTimeout=${TEST_MS}`,
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...files,
      ]));
  if (!existsSync(report)) throw new Error(output);
  const text: unknown = JSON.parse(readFileSync(report, 'utf8'));
  const results = kind === 'e2e' ? resultsOfPlaywright(text as Suite) : resultsOfVitest(text as VitestReport);
  return results.filter(({ title }) => new RegExp(quotes, 'u').test(title));
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function resultsOfVitest({ testResults }: VitestReport): readonly TestResult[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, status }) => ({ title: fullName, outcome: outcomeOf(status) }));
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
}

function resultsOfPlaywright({ suites = [], specs = [] }: Suite): readonly TestResult[] {
  return [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({ title, outcome: outcomeOf(status) })),
    ),
    ...suites.flatMap(resultsOfPlaywright),
  ];
}

function outcomeOf(status: string): TestResult['outcome'] {
  if (status === 'passed' || status === 'expected') return 'passed';
  return status === 'failed' || status === 'unexpected' || status === 'flaky' ? 'failed' : 'skipped';
}
