/**
 * `npm run crash -- [--kills N] [--seed S] [--damage] [--minutes M]`: kills the app N times, or until the
 * time is over, and prints a line for each kill.
 *
 * `npm run crash -- --disk [--scenario TEXT] [--seed S] [--minutes M]`: makes each call to the disk fail, and
 * cuts the power after each change; only in scenarios whose names contain the text.
 */
import { parseArgs } from 'node:util';
import { lastLine } from '#tests/support/last-line.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    seed: { type: 'string' },
    damage: { type: 'boolean' },
    minutes: { type: 'string' },
    disk: { type: 'boolean' },
    scenario: { type: 'string' },
  },
});
const seed = numberOf(values.seed ?? String(Math.floor(Math.random() * 2 ** 31)), '--seed');
const minutes =
  values.minutes === undefined ? Number.POSITIVE_INFINITY : numberOf(values.minutes, '--minutes');
process.exitCode = (await (values.disk === true ? crashDisk() : crashApp())) === 0 ? 0 : 1;

async function crashApp(): Promise<number> {
  const { runCrashes } = await import('./run-crashes.ts');
  const kills = numberOf(values.kills ?? '100', '--kills');
  console.log(`${kills} kills, seed ${seed}`);
  let done = 0;
  let failed = 0;
  const { acknowledged, problems } = await runCrashes({
    kills,
    seed,
    damage: values.damage ?? false,
    minutes,
    onKill: ({ number, when, after, acknowledged: steps, damage, problems: found }) => {
      done = number;
      if (found.length > 0) failed += 1;
      const outcome = found.length === 0 ? 'ok' : found.join('\n  ');
      console.log(
        `${number}: while ${when}, after ${after} ms, ${steps} steps acknowledged${damage === null ? '' : `, ${damage}`}: ${outcome}`,
      );
    },
  });
  for (const problem of problems) console.log(problem);
  console.log(`${done} kills, ${acknowledged} acknowledged steps, ${problems.length} problems`);
  // A problem found at the end belongs to no single kill.
  if (problems.length > 0 && failed === 0) failed = 1;
  console.log(lastLine(Math.max(done, failed), failed));
  return failed;
}

async function crashDisk(): Promise<number> {
  const { compileLibrary } = await import('./disk/compile.ts');
  const { runDisk } = await import('./disk/run-disk.ts');
  const { SCENARIOS } = await import('./disk/scenarios.ts');
  const compiled = compileLibrary();
  if ('missing' in compiled) {
    console.log(`${compiled.missing} Nothing was tried.`);
    console.log(lastLine(0, 0));
    return 0;
  }
  const scenarios = SCENARIOS.map(({ name }) => name).filter((name) => name.includes(values.scenario ?? ''));
  console.log(`${scenarios.length} scenarios, seed ${seed}`);
  const { trials, failed } = await runDisk({
    library: compiled.library,
    scenarios,
    seed,
    minutes,
    onProblem: (problem) => console.log(`✗ ${problem}`),
    onScenario: (name, done, all, wrong) => console.log(`${name}: ${done} of ${all} trials, ${wrong} failed`),
  });
  console.log(lastLine(trials, failed));
  return failed;
}

function numberOf(text: string, option: string): number {
  if (!/^\d+$/.test(text)) {
    console.error(`${option} takes a whole number, not "${text}".`);
    process.exit(2);
  }
  return Number(text);
}
