/**
 * Every test of this folder is listed in a table, either for a sentence of the specification (README.md) or
 * for a deliberate difference (docs/specification.md), and the tables name no other test.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const folder = import.meta.dirname;
const ITSELF = path.basename(import.meta.filename);
const SENTENCES = path.join(folder, 'README.md');
const DIFFERENCES = path.join(folder, '../../../docs/specification.md');

test('every test of this folder is in a table, and every test in the tables exists', () => {
  const written = readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts') && name !== ITSELF)
    .flatMap((name) => testsIn(name));
  expect(written.length).toBeGreaterThan(100);
  expect(new Set(written).size, 'no name twice').toBe(written.length);
  const named = [...rowsOf(SENTENCES), ...rowsOf(DIFFERENCES)].flatMap((cells) => testsNamedIn(cells.at(-1)));
  expect([...new Set(named)].toSorted()).toEqual(written.toSorted());
});

test('every sentence has a test of a section or a reason', () => {
  const rows = rowsOf(SENTENCES);
  expect(rows.length).toBeGreaterThan(100);
  for (const [sentence = '', proof = ''] of rows) {
    expect(sentence, 'a row without a sentence').not.toBe('');
    expect(proof, sentence).toMatch(/^(`§[2-9] [^`]+`(<br>)?)+$|^Not seen: .+\.$/);
  }
});

test('every difference quotes a sentence of its section, says what differs and why, and names a test', () => {
  const sections = sectionsOf(SENTENCES);
  const rows = rowsOf(DIFFERENCES);
  expect(rows.length).toBeGreaterThan(1);
  for (const [quoted = '', difference = '', reason = '', proof = ''] of rows) {
    const [, section = '', sentence = ''] = /^(§\d) (.+)$/.exec(quoted) ?? [];
    expect(sections.get(section), `a sentence of ${section}`).toContain(sentence);
    expect(difference, quoted).toMatch(/\.$/);
    expect(reason, quoted).toMatch(/\.$/);
    expect(proof, quoted).toMatch(/^(`§[2-9] [^`]+`(<br>)?)+$/);
  }
});

/**
 * The names of the tests in a file. A name composed at run time cannot be found and is an error.
 */
function testsIn(file: string): string[] {
  const source = readFileSync(path.join(folder, file), 'utf8');
  const named = [...source.matchAll(/^test\(\s*(?:'([^'\\]+)'|"([^"\\]+)"),/gm)];
  expect(named.length, `${file} has tests without a plain name`).toBe(source.match(/^\s*test\(/gm)?.length);
  return named.map(([, single, double]) => single ?? double ?? '');
}

function testsNamedIn(proof = ''): string[] {
  return [...proof.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** The cells of all rows of a page's tables, without the headings. */
function rowsOf(page: string): string[][] {
  return readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (-+|Sentence)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The sentences of each section, one after the other. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let section = '';
  for (const line of readFileSync(page, 'utf8').split('\n')) {
    section = /^## (§\d)/.exec(line)?.[1] ?? section;
    if (line.startsWith('|'))
      sections.set(section, `${sections.get(section) ?? ''} ${line.split('|')[1]?.trim()}`);
  }
  return sections;
}
