/**
 * `node --no-warnings tests/fuzz/broken-rules.ts [NAME…] [--seeds 200] [--seed 1]`: breaks each rule of
 * `rules.ts`, or those whose names contain one of the texts, in a separate process, and prints whether that
 * is noticed. Ends with an error if one is not.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compileLibrary } from '#tests/crash/disk/compile.ts';
import { runDisk } from '#tests/crash/disk/run-disk.ts';
import { replaceTexts } from './break-rule.ts';
import { type NamedRule, RULES } from './rules.ts';

/** Bounds a run that never ends. The slowest one takes 20 seconds of an idle processor. */
const LIMIT_MS = 600_000;
const DISK_MINUTES = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const [seeds, first] = [Number(values.seeds), Number(values.seed)];
const chosen = RULES.filter(
  ({ name }) => positionals.length === 0 || positionals.some((text) => name.includes(text)),
);
const compiled = compileLibrary();
let green = 0;
// A rule that cannot be broken must not count as noticed.
for (const { changes } of chosen) replaceTexts(changes);
for (const rule of chosen) {
  const { noticedIn } = rule;
  const found =
    typeof noticedIn === 'string' ? await breakRuns(rule) : await breakDisk(rule, noticedIn.scenario);
  if (found === null) green += 1;
  console.log(`| ${rule.name} | ${found ?? 'green'} |`);
}
process.exitCode = chosen.length > 0 && green === 0 ? 0 : 1;

/** @returns the noticed problem; null without one */
async function breakRuns({ name }: NamedRule): Promise<string | null> {
  const child = fork(path.join(import.meta.dirname, 'broken-rule-process.ts'), [name]);
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
  try {
    for (let seed = first; seed < first + seeds; seed += 1) {
      const problems = await runSeed(child, seed);
      if (problems.length > 0) return `red at seed ${seed}: ${firstLine(problems)}`;
    }
    return null;
  } finally {
    const ended = isRunning(child) ? once(child, 'exit') : null;
    if (child.connected) child.disconnect();
    await ended;
  }
}

async function runSeed(child: ChildProcess, seed: number): Promise<readonly string[]> {
  const ended = ['it ends the process or never ends'];
  if (!isRunning(child)) return ended;
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  const onExit = (): void => resolve(ended);
  child.once('message', resolve).once('exit', onExit);
  child.send(seed);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', onExit);
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Like `breakRuns`, for a scenario on the disk. */
async function breakDisk({ changes }: NamedRule, scenario: string): Promise<string | null> {
  if ('missing' in compiled) return `not tried: ${compiled.missing}`;
  const run = { library: compiled.library, scenarios: [scenario], seed: first, minutes: DISK_MINUTES };
  const { trials, problems } = await runDisk({ ...run, rule: changes, untilProblem: true });
  return problems.length === 0 ? null : `red after ${trials} trials of "${firstLine(problems)}"`;
}

function firstLine([problem = '']: readonly string[]): string {
  return problem.split('\n')[0]?.slice(0, 150) ?? '';
}
