/**
 * `npm run crash -- [--kills N] [--seed S] [--damage] [--minutes M]`: kills the app N times, or until the time is over, and
 * prints a line for each kill.
 */
import { parseArgs } from 'node:util';
import { lastLine } from '#tests/support/last-line.ts';
import { runCrashes } from './run-crashes.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    seed: { type: 'string' },
    damage: { type: 'boolean' },
    minutes: { type: 'string' },
  },
});
const damage = values.damage ?? false;
const kills = numberOf(values.kills ?? '100', '--kills');
const seed = numberOf(values.seed ?? String(Math.floor(Math.random() * 2 ** 31)), '--seed');

const minutes =
  values.minutes === undefined ? Number.POSITIVE_INFINITY : numberOf(values.minutes, '--minutes');

console.log(`${kills} kills, seed ${seed}`);
let done = 0;
let failed = 0;
const { acknowledged, problems } = await runCrashes({
  kills,
  seed,
  damage,
  minutes,
  onKill: ({ number, when, after, acknowledged: steps, damage: damaged, problems: found }) => {
    done = number;
    if (found.length > 0) failed += 1;
    const outcome = found.length === 0 ? 'ok' : found.join('\n  ');
    console.log(
      `${number}: while ${when}, after ${after} ms, ${steps} steps acknowledged${damaged === null ? '' : `, ${damaged}`}: ${outcome}`,
    );
  },
});
for (const problem of problems) console.log(problem);
console.log(`${done} kills, ${acknowledged} acknowledged steps, ${problems.length} problems`);
// What does not hold at the end belongs to no kill.
if (problems.length > 0 && failed === 0) failed = 1;
console.log(lastLine(Math.max(done, failed), failed));
process.exitCode = problems.length === 0 ? 0 : 1;

function numberOf(text: string, option: string): number {
  if (!/^\d+$/.test(text)) {
    console.error(`${option} takes a whole number, not "${text}".`);
    process.exit(2);
  }
  return Number(text);
}
