import { expect, test } from 'vitest';
import { at } from '#tools/commands/lib/paths.mjs';
import { run } from '../../support/run.ts';

test('a bench that there is not is named, with those there are', async () => {
  const bench = run(process.execPath, [at('tools/commands/bench.mjs'), 'pull']);
  expect(await bench.ended).toBe(2);
  expect(bench.output()).toContain('There is no bench "pull".');
  expect(bench.output()).toMatch(/one of: .*push.*first-sync/);
});
