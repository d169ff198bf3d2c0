/** Entry of the process that `start-trials.ts` starts: runs the requested trials, one after the other. */
import { type BrokenRule, breakRule } from '#tests/fuzz/break-rule.ts';
import type { Call } from '#tests/support/failing-disk/calls.ts';
import type { Fault } from './control.ts';
import type { Cut, Outcome, Trials } from './trials.ts';

export type Question =
  | {
      readonly kind: 'prepare';
      readonly scenario: string;
      /** Path of an empty folder, which this process removes when it ends. */
      readonly scratch: string;
      readonly rule: BrokenRule | null;
    }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'cut'; readonly cut: Cut };

export type Answer =
  | {
      readonly kind: 'prepared';
      /** In the order of the calls. */
      readonly calls: readonly Call[];
      readonly changes: number;
    }
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly reason: string };

let trials: Trials | null = null;

async function answer(question: Question): Promise<Answer> {
  if (question.kind === 'prepare') {
    if (question.rule !== null) breakRule(question.rule);
    // Imported only after the rule is broken.
    const { prepareTrials } = await import('./trials.ts');
    const { SCENARIOS } = await import('./scenarios.ts');
    const scenario = SCENARIOS.find(({ name }) => name === question.scenario);
    if (scenario === undefined) throw new Error(`There is no scenario ${question.scenario}`);
    trials = await prepareTrials(scenario, question.scratch);
    const { calls, changes } = trials.undisturbed;
    return { kind: 'prepared', calls: calls.map(({ call }) => call), changes: changes.length };
  }
  if (trials === null) throw new Error('Nothing is prepared.');
  const outcome =
    question.kind === 'fault' ? await trials.fail(question.fault) : await trials.cutPower(question.cut);
  return { kind: 'done', outcome };
}

process.on('message', (question: Question) => {
  void answer(question)
    .catch((error: unknown): Answer => ({
      kind: 'failed',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }))
    .then((given) => process.send?.(given));
});
process.on('disconnect', () => {
  trials?.close();
  process.exit();
});
