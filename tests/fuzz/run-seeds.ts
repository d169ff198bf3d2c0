/** Runs seeds one after the other and collects the runs that failed. */
import { messageOf } from '#shared/base/error.ts';
import type { Run } from './run.ts';

export interface Figures {
  readonly runs: number;
  readonly failed: readonly Run[];
  readonly seconds: number;
}

export interface Series {
  readonly first: number;
  readonly seeds: number;
  /** No seed starts after this time. */
  readonly minutes?: number;
  readonly run: (seed: number) => Promise<Run>;
  readonly onRun?: (run: Run, figures: Figures) => void;
}

export async function runSeeds({
  first,
  seeds,
  minutes = Number.POSITIVE_INFINITY,
  run,
  onRun,
}: Series): Promise<Figures> {
  const failed: Run[] = [];
  const started = performance.now();
  const unhandled: string[] = [];
  const note = (reason: unknown): void => void unhandled.push(`nobody took care of: ${messageOf(reason)}`);
  const figuresOf = (runs: number): Figures => ({
    runs,
    failed,
    seconds: (performance.now() - started) / 1000,
  });
  process.on('unhandledRejection', note);
  let count = 0;
  try {
    while (count < seeds && performance.now() - started < minutes * 60_000) {
      const seed = first + count;
      count += 1;
      const ran = await run(seed).catch((error: unknown) => thrownBy(seed, error));
      const ended = { ...ran, problems: [...ran.problems, ...unhandled.splice(0)] };
      if (ended.problems.length > 0) failed.push(ended);
      onRun?.(ended, figuresOf(count));
    }
  } finally {
    process.off('unhandledRejection', note);
  }
  return figuresOf(count);
}

function thrownBy(seed: number, error: unknown): Run {
  const stack = error instanceof Error ? error.stack : undefined;
  return { seed, problems: [`the run threw: ${stack ?? messageOf(error)}`], steps: [] };
}
