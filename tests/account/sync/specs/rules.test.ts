/** Every clause of RULES.md has a test that quotes it, and no test quotes a clause that does not exist. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = path.resolve(import.meta.dirname, '../../../..');
const RULES = path.join(PROJECT, 'src/account/sync/RULES.md');
const TESTS = ['account', 'main'].map((folder) => path.join(PROJECT, 'tests', folder));

const clauses = [...readFileSync(RULES, 'utf8').matchAll(/^ +- \*\*(S\d+\.\d+)\*\* /gm)].map(([, id]) => id);
const quoted = TESTS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8')),
).flatMap((source) => [...source.matchAll(/\[(S\d+\.\d+)\]/g)].map(([, id]) => id));

test('every clause of RULES.md is quoted by a test', () => {
  expect(clauses.length).toBeGreaterThan(30);
  expect(new Set(clauses).size).toBe(clauses.length);
  expect(clauses.filter((id) => !quoted.includes(id))).toEqual([]);
});

test('every clause that a test quotes is in RULES.md', () => {
  expect(quoted.filter((id) => !clauses.includes(id))).toEqual([]);
});
