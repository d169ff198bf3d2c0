/** The table in README.md names every test of this folder, and no other. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const folder = import.meta.dirname;
const ITSELF = path.basename(import.meta.filename);

test('every test of this folder is in the table of README.md, and every test in the table exists', () => {
  const written = readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts') && name !== ITSELF)
    .flatMap((name) => testsIn(name));
  expect(written.length).toBeGreaterThan(100);
  expect(new Set(written).size, 'no name twice').toBe(written.length);
  expect([...new Set(tableTests())].toSorted()).toEqual(written.toSorted());
});

test('every row of the table names a test or a reason, and the tests of its sentence name a section', () => {
  const rows = tableRows();
  expect(rows.length).toBeGreaterThan(100);
  for (const [sentence, proof] of rows) {
    expect(sentence, 'a row without a sentence').not.toBe('');
    expect(proof, sentence).toMatch(/^(`§[2-9] [^`]+`(<br>)?)+$|^Not seen: .+\.$/);
  }
});

/** The names of the tests in a file. A name that is composed at run time could not be found, so it is an error. */
function testsIn(file: string): string[] {
  const source = readFileSync(path.join(folder, file), 'utf8');
  const named = [...source.matchAll(/^test\(\s*(?:'([^'\\]+)'|"([^"\\]+)"),/gm)];
  expect(named.length, `${file} has tests without a plain name`).toBe(source.match(/^\s*test\(/gm)?.length);
  return named.map(([, single, double]) => single ?? double ?? '');
}

function tableRows(): [sentence: string, proof: string][] {
  return readFileSync(path.join(folder, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (-+|Sentence) /.test(line))
    .map((line) => {
      const [, sentence = '', proof = ''] = line.split('|').map((cell) => cell.trim());
      return [sentence, proof];
    });
}

function tableTests(): string[] {
  return tableRows().flatMap(([, proof]) => [...proof.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}
