/**
 * The claims of docs/security-claims.md. A row of the page says what is claimed; where in the code it is met
 * and which tests prove it follow from the mutations and from the titles of the tests.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MUTATIONS } from './mutations/index.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');
export const PAGE = path.join(PROJECT, 'docs/security-claims.md');

export interface Claim {
  readonly id: string;
  readonly text: string;
  /** The files that a mutation of the claim changes. */
  readonly places: string;
  /** The files whose tests quote the claim. */
  readonly tests: string;
}

const ROW = /^\| (C\d+) +\| (.+?) +\| (.*?) *\| (.*?) *\|$/gmu;

/** The claims as the page has them. */
export function readClaims(page: string): readonly Claim[] {
  return [...page.matchAll(ROW)].map(([, id = '', text = '', places = '', tests = '']) => {
    return { id, text, places, tests };
  });
}

/** The page with the places and tests that the code has. `npm run format` aligns its tables. */
export function withPlacesAndTests(page: string): string {
  return page.replaceAll(
    ROW,
    (_row, id: string, text: string) => `| ${id} | ${text} | ${placesOf(id)} | ${testsOf(id)} |`,
  );
}

export function placesOf(id: string): string {
  const files = MUTATIONS.filter(({ claim }) => claim === id).flatMap(({ changes }) =>
    changes.map(({ file }) => file),
  );
  return listOf(files);
}

export function testsOf(id: string): string {
  return listOf(quotingFiles(id));
}

function listOf(files: readonly string[]): string {
  return [...new Set(files)]
    .toSorted()
    .map((file) => `\`${file}\``)
    .join(', ');
}

const sources = new Map(
  globSync(['tests/**/*.ts', 'packages/*/tests/**/*.ts'], { cwd: PROJECT }).map((file) => [
    file.replaceAll('\\', '/'),
    readFileSync(path.join(PROJECT, file), 'utf8'),
  ]),
);

/** All claims that the titles of tests quote. */
export function quotedClaims(): ReadonlySet<string> {
  const quotes = [...sources.values()].flatMap((source) => [...source.matchAll(/\[(C\d+)\]/gu)]);
  return new Set(quotes.map(([, id = '']) => id));
}

/** Paths of the files with tests that quote the claim, relative to the project's folder. */
function quotingFiles(id: string): readonly string[] {
  return [...sources].filter(([, source]) => source.includes(`[${id}]`)).map(([file]) => file);
}

/** The test files to run for a claim: those that quote it, and those that import tests which do. */
export function testFilesOf(id: string): readonly string[] {
  const files = quotingFiles(id).flatMap((file) => {
    if (/\.(?:test|spec)\.ts$/u.test(file)) return [file];
    const name = `/${path.posix.basename(file)}'`;
    return [...sources].filter(([, source]) => source.includes(name)).map(([importer]) => importer);
  });
  return [...new Set(files)];
}
