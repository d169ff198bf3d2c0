/** Every clause of RULES.md has a spec that quotes it, and no spec quotes one that is not there. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const RULES = path.resolve(import.meta.dirname, '../../../../src/main/sync/RULES.md');

const clauses = [...readFileSync(RULES, 'utf8').matchAll(/^ +- \*\*(S\d+\.\d+)\*\* /gm)].map(([, id]) => id);
const quoted = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  .flatMap((source) => [...source.matchAll(/\[(S\d+\.\d+)\]/g)].map(([, id]) => id));

test('every clause has a spec', () => {
  expect(clauses.length).toBeGreaterThan(30);
  expect(new Set(clauses).size).toBe(clauses.length);
  expect(clauses.filter((id) => !quoted.includes(id))).toEqual([]);
});

test('every spec is of a clause', () => {
  expect(quoted.filter((id) => !clauses.includes(id))).toEqual([]);
});
