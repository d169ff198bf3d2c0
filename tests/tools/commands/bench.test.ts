import { expect, test } from 'vitest';
import { at } from '#tools/commands/lib/paths.mjs';
import { run } from '../../support/run.ts';

test('npm run bench with an unknown name says so and lists the existing benches', async () => {
  const bench = run(process.execPath, [at('tools/commands/bench.mjs'), 'pull']);
  expect(await bench.ended).toBe(2);
  expect(bench.output()).toContain('There is no bench "pull".');
  expect(bench.output()).toMatch(/one of: .*push.*first-sync/);
});
