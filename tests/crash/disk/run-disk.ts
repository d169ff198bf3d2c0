/**
 * Each call to the disk fails in turn, and the power is cut after each change: all trials of all scenarios in
 * a seeded order, so that the trials that fit into the time are a fair sample.
 */
import type { BrokenRule } from '#tests/fuzz/break-rule.ts';
import { createRandom, createRandomFor, type Random } from '#tests/fuzz/random.ts';
import { type Call, errorsOf } from '#tests/support/failing-disk/calls.ts';
import { LOSSES } from '#tests/support/failing-disk/power-cut.ts';
import { startTrials, type Trial } from './start-trials.ts';
import type { Outcome } from './trials.ts';

export interface DiskRun {
  /** Path of the compiled `preload.c`. */
  readonly library: string;
  readonly scenarios: readonly string[];
  readonly seed: number;
  /** Each scenario gets an equal part of this time. */
  readonly minutes?: number;
  /** The most trials of each scenario; all of them if it is missing. */
  readonly most?: number;
  /** A rule of the app that is broken on purpose. */
  readonly rule?: BrokenRule;
  /** Whether to stop at the first problem. */
  readonly untilProblem?: boolean;
  /** Called with a line for each problem; once for all trials that probably have the same cause. */
  readonly onProblem?: (problem: string) => void;
  /** Called at the end of each scenario. @param all number of its trials */
  readonly onScenario?: (name: string, done: number, all: number, failed: number) => void;
}

export interface DiskFigures {
  readonly trials: number;
  readonly failed: number;
  readonly problems: readonly string[];
}

/** Number of different losses that are tried at the same moment. */
const PARTS = 4;

export async function runDisk(run: DiskRun): Promise<DiskFigures> {
  const { scenarios, minutes = Number.POSITIVE_INFINITY } = run;
  const end = performance.now() + minutes * 60_000;
  const problems: string[] = [];
  let trials = 0;
  let failed = 0;
  for (const [index, scenario] of scenarios.entries()) {
    const now = performance.now();
    const until = now + (end - now) / (scenarios.length - index);
    const [trialsBefore, failedBefore] = [trials, failed];
    const seen = new Set<string>();
    /** @returns whether to go on */
    const report = ({ where, cause, problems: found }: Outcome): boolean => {
      trials += 1;
      if (found.length > 0) failed += 1;
      for (const problem of found) {
        const kind = `${cause} ${problem}`.replaceAll(/\d+|\bE[A-Z]+\b/g, '');
        if (seen.has(kind)) continue;
        seen.add(kind);
        problems.push(`${scenario}: ${where}: ${problem}`);
        run.onProblem?.(`${scenario}: ${where}: ${problem}`);
      }
      return run.untilProblem !== true || problems.length === 0;
    };
    const all = await runScenario(run, scenario, until, report);
    run.onScenario?.(scenario, trials - trialsBefore, all, failed - failedBefore);
  }
  return { trials, failed, problems };
}

/** @returns the number of trials */
async function runScenario(
  { library, seed, most = Number.POSITIVE_INFINITY, rule }: DiskRun,
  scenario: string,
  until: number,
  report: (outcome: Outcome) => boolean,
): Promise<number> {
  let trials = await startTrials(library, scenario, rule);
  try {
    if (typeof trials === 'string') {
      report({ where: 'before anything fails', cause: '', problems: [trials] });
      return 1;
    }
    const all = allTrials(trials.calls, trials.changes, seed);
    for (const trial of all.slice(0, most)) {
      if (performance.now() > until) break;
      const outcome: Outcome | null = await trials.run(trial);
      const goesOn = report(
        outcome ?? {
          where: JSON.stringify(trial),
          cause: '',
          problems: ['it ends the process or never ends'],
        },
      );
      if (!goesOn) break;
      if (outcome !== null) continue;
      trials = await startTrials(library, scenario, rule);
      if (typeof trials === 'string') throw new Error(trials);
    }
    return all.length;
  } finally {
    if (typeof trials !== 'string') await trials.end();
  }
}

/** @param calls calls made without failures, in order */
function allTrials(calls: readonly Call[], changes: number, seed: number): Trial[] {
  const random = createRandom(seed);
  const faults = calls.flatMap((call, index) =>
    errorsOf(call).flatMap((error): Trial[] =>
      [true, false].map((once) => ({ kind: 'fault', fault: { at: index + 1, error, once } })),
    ),
  );
  const losses = LOSSES.flatMap((loss) =>
    loss === 'any part is lost' ? Array.from({ length: PARTS }, () => loss) : [loss],
  );
  const cuts = Array.from({ length: changes + 1 }, (_, after) =>
    losses.map((loss): Trial => ({ kind: 'cut', cut: { after, loss, seed: random.integer(1, 2 ** 30) } })),
  );
  return shuffled([...faults, ...cuts.flat()], createRandomFor(seed, 1));
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const placed = items.map((item) => ({ item, place: random.integer(0, 2 ** 30) }));
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item);
}
