/**
 * Entry of the process that `broken-rules.ts` starts for a rule: breaks it and runs each requested seed.
 */
import { breakRule } from './break-rule.ts';
import { RULES } from './rules.ts';
import type { Run } from './run.ts';

const rule = RULES.find(({ name }) => name === process.argv[2]);
if (rule === undefined) throw new Error(`There is no rule ${process.argv[2]}`);
breakRule(rule.changes);
// Imported only after the rule is broken.
const { runSeeds } = await import('./run-seeds.ts');
const run: (seed: number) => Promise<Run> =
  rule.noticedIn === 'moments'
    ? (await import('./moments/simulate-moments.ts')).simulateMoments
    : (await import('./simulated/simulate.ts')).simulate;

process.on('message', (seed: number) => {
  void runSeeds({ first: seed, seeds: 1, run: (one) => run(one) }).then(({ failed }) =>
    process.send?.(failed.flatMap(({ problems }) => problems)),
  );
});
process.on('disconnect', () => process.exit());
