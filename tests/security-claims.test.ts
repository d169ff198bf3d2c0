/**
 * Every claim of docs/security-claims.md has a test that quotes it and a change of the code that breaks it, and
 * the page names their files. That the test then fails, `npm run claims` shows.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGE, placesOf, quotedClaims, readClaims, testsOf } from './claims/claims.ts';
import { MUTATIONS } from './claims/mutations/index.ts';
import { replaceTexts } from './fuzz/break-rule.ts';

const claims = readClaims(readFileSync(PAGE, 'utf8'));
const ids = claims.map(({ id }) => id);

test('each claim of docs/security-claims.md is there once', () => {
  expect(ids.length).toBeGreaterThan(40);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every claim that a test quotes or a mutation breaks is in docs/security-claims.md', () => {
  const named = new Set([...quotedClaims(), ...MUTATIONS.map(({ claim }) => claim)]);
  expect([...named].filter((id) => !ids.includes(id))).toEqual([]);
});

test.each(claims)('the page names the files that meet the claim $id and the files that test it', (claim) => {
  const { id, places, tests } = claim;
  expect({ places, tests }).toEqual({ places: placesOf(id), tests: testsOf(id) });
  expect(places).not.toBe('');
  expect(tests).not.toBe('');
});

test.each(MUTATIONS)('the code that a mutation of $claim changes exists: $changes.0.from', ({ changes }) => {
  expect(() => replaceTexts(changes)).not.toThrow();
});
