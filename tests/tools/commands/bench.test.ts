import { expect, test } from 'vitest';
import { runCommand } from '../../support/run.ts';

test('npm run bench with an unknown name says so and lists the existing benches', async () => {
  const bench = runCommand('bench', ['pull']);
  expect(await bench.ended).toBe(2);
  expect(bench.output()).toContain('There is no bench "pull".');
  expect(bench.output()).toMatch(/one of: .*push.*first-sync/);
});

test('npm run bench against an unknown commit says so', async () => {
  const bench = runCommand('bench', ['save', '--against', 'no-such-commit']);
  expect(await bench.ended).toBe(1);
  expect(bench.output()).toMatch(/The commit "no-such-commit" could not be checked out: .*no-such-commit/);
});
