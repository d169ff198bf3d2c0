/**
 * Entry of the process that `broken-rules.ts` starts for a rule: breaks it and runs each requested seed.
 */
import { breakRule } from './break-rule.ts';
import { RULES } from './rules.ts';

const rule = RULES.find(({ name }) => name === process.argv[2]);
if (rule === undefined) throw new Error(`There is no rule ${process.argv[2]}`);
breakRule(rule.changes);
// Imported only after the rule is broken.
const { runSeeds } = await import('./run-seeds.ts');
const { simulate } = await import('./simulated/simulate.ts');

process.on('message', (seed: number) => {
  void runSeeds({ first: seed, seeds: 1, run: (one) => simulate(one) }).then(({ failed }) =>
    process.send?.(failed.flatMap(({ problems }) => problems)),
  );
});
process.on('disconnect', () => process.exit());
