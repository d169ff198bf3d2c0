/**
 * Every claim of docs/security.md has a test that quotes it, and no test quotes a claim that does not exist.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(PROJECT, 'docs/security.md'), 'utf8');

const claims = [...page.matchAll(/^\| (C\d+) +\|/gm)].map(([, id]) => id);
const quoted = globSync(['tests/**/*.ts', 'packages/*/tests/**/*.ts'], { cwd: PROJECT })
  .map((file) => readFileSync(path.join(PROJECT, file), 'utf8'))
  .flatMap((source) => [...source.matchAll(/\[(C\d+)\]/g)].map(([, id]) => id));

test('every claim of docs/security.md is quoted by a test', () => {
  expect(claims.length).toBeGreaterThan(40);
  expect(new Set(claims).size).toBe(claims.length);
  expect(claims.filter((id) => !quoted.includes(id))).toEqual([]);
});

test('every claim that a test quotes is in docs/security.md', () => {
  expect(quoted.filter((id) => !claims.includes(id))).toEqual([]);
});
