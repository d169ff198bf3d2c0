/** `npm run fuzz -- --seeds N [--seed S] [--real | --moments] [--minutes M]`: see README.md beside this file. */
import { lastLine } from '#tests/support/last-line.ts';
import { type FuzzOptions, readArguments, UsageError } from './arguments.ts';
import { simulateMoments } from './moments/simulate-moments.ts';
import { openRealRuns } from './real/real-run.ts';
import type { Run } from './run.ts';
import { type Figures, runSeeds } from './run-seeds.ts';
import { shrink } from './simulated/shrink.ts';
import { simulate } from './simulated/simulate.ts';

const PROGRESS_EVERY_MS = 5_000;
/** Number of failing seeds that are shrunk at the end; each takes some seconds. */
const MOST_SHRUNK = 3;

/** @returns the exit code */
export async function fuzz(args: readonly string[]): Promise<number> {
  try {
    const options = readArguments(args);
    const figures = await fuzzIn(options);
    console.log(summaryOf(figures));
    console.log(lastLine(figures.runs, figures.failed.length));
    return figures.failed.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 1;
  }
}

function fuzzIn(options: FuzzOptions): Promise<Figures> {
  if (options.real) return fuzzReal(options);
  if (!options.moments) return fuzzSimulated(options);
  return runSeeds({ ...options, run: simulateMoments, onRun: progress(options) });
}

async function fuzzReal(options: FuzzOptions): Promise<Figures> {
  await using real = await openRealRuns();
  return await runSeeds({ ...options, run: (seed) => real.run(seed), onRun: progress(options) });
}

async function fuzzSimulated(options: FuzzOptions): Promise<Figures> {
  const figures = await runSeeds({ ...options, run: (seed) => simulate(seed), onRun: progress(options) });
  for (const { seed } of figures.failed.slice(0, MOST_SHRUNK)) {
    const run = await shrink(seed);
    if (run === null) continue;
    console.log(`\nSeed ${seed} in ${run.steps.length} steps:`);
    for (const line of [...run.steps, ...run.problems.map((problem) => `✗ ${problem}`)])
      console.log(`  ${line}`);
  }
  return figures;
}

/** Prints failures at once, and figures at intervals. */
function progress({ seeds, real, moments }: FuzzOptions): (run: Run, figures: Figures) => void {
  let last = performance.now();
  return (run, figures) => {
    if (run.problems.length > 0) {
      console.log(`✗ Seed ${run.seed}`);
      for (const problem of run.problems) console.log(`    ${problem}`);
      console.log(
        `    again: npm run fuzz -- --seeds 1 --seed ${run.seed}${real ? ' --real' : moments ? ' --moments' : ''}`,
      );
      if (real || moments) for (const step of run.steps) console.log(`      ${step}`);
    }
    if (performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    console.log(`${figures.runs} of ${seeds} seeds, ${rateOf(figures)}`);
  };
}

function summaryOf(figures: Figures): string {
  const { runs, failed, seconds } = figures;
  const which = failed.length === 0 ? '' : ` (${failed.map(({ seed }) => seed).join(', ')})`;
  return `${runs} seeds in ${seconds.toFixed(1)} s, ${rateOf(figures)}: ${runs - failed.length} held, ${failed.length} failed${which}`;
}

function rateOf({ runs, seconds }: Figures): string {
  return `${(runs / seconds).toFixed(1)} seeds per second`;
}
