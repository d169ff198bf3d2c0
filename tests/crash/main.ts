/** `npm run crash -- [--kills N] [--seed S] [--damage]`: kills the app N times and prints a line for each kill. */
import { parseArgs } from 'node:util';
import { runCrashes } from './run-crashes.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string' }, seed: { type: 'string' }, damage: { type: 'boolean' } },
});
const damage = values.damage ?? false;
const kills = numberOf(values.kills ?? '100', '--kills');
const seed = numberOf(values.seed ?? String(Math.floor(Math.random() * 2 ** 31)), '--seed');

console.log(`${kills} kills, seed ${seed}`);
const { acknowledged, problems } = await runCrashes({
  kills,
  seed,
  damage,
  onKill: ({ number, when, after, acknowledged: steps, damage: damaged, problems: found }) => {
    const outcome = found.length === 0 ? 'ok' : found.join('\n  ');
    console.log(
      `${number}: while ${when}, after ${after} ms, ${steps} steps acknowledged${damaged === null ? '' : `, ${damaged}`}: ${outcome}`,
    );
  },
});
for (const problem of problems) console.log(problem);
console.log(`${kills} kills, ${acknowledged} acknowledged steps, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function numberOf(text: string, option: string): number {
  if (!/^\d+$/.test(text)) {
    console.error(`${option} takes a whole number, not "${text}".`);
    process.exit(2);
  }
  return Number(text);
}
