/**
 * Trials run in a separate process, because `preload.c` must be loaded when it starts, and because a trial
 * may end the process or hang.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BrokenRule } from '#tests/fuzz/break-rule.ts';
import { scratchFolder } from '#tests/fuzz/scratch-folder.ts';
import type { Answer, Question } from './trial-process.ts';
import type { Outcome } from './trials.ts';
import { STEP_LIMIT_MS } from '#tests/support/limits.ts';

export type Trial = Exclude<Question, { readonly kind: 'prepare' }>;

export interface TrialProcess extends Pick<
  Extract<Answer, { readonly kind: 'prepared' }>,
  'calls' | 'changes'
> {
  /** Null if the process ended instead, or was ended because it gave no answer. */
  run(trial: Trial): Promise<Outcome | null>;
  end(): Promise<void>;
}

/** @returns the process, or why the scenario cannot be tried */
export async function startTrials(
  library: string,
  scenario: string,
  rule: BrokenRule | null = null,
): Promise<TrialProcess | string> {
  const scratch = mkdtempSync(path.join(scratchFolder(), 'inkling-disk-'));
  const child = fork(path.join(import.meta.dirname, 'trial-process.ts'), {
    env: { ...process.env, LD_PRELOAD: library },
    execArgv: [],
  });

  async function end(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    }
    rmSync(scratch, { recursive: true, force: true });
  }

  const prepared = await ask(child, { kind: 'prepare', scenario, scratch, rule });
  if (prepared?.kind !== 'prepared') {
    await end();
    return prepared?.kind === 'failed' ? prepared.reason : 'The process has ended.';
  }
  return {
    calls: prepared.calls,
    changes: prepared.changes,
    async run(trial) {
      const answer = await ask(child, trial);
      if (answer?.kind === 'done') return answer.outcome;
      await end();
      return null;
    },
    end,
  };
}

async function ask(child: ChildProcess, question: Question): Promise<Answer | null> {
  const timer = setTimeout(() => child.kill('SIGKILL'), STEP_LIMIT_MS);
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const onMessage = (answer: Answer): void => resolve(answer);
  const onExit = (): void => resolve(null);
  child.once('message', onMessage).once('exit', onExit);
  try {
    child.send(question);
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', onExit);
  }
}
