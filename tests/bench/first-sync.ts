/** A device without a cache signs in to an account of 10,000 notes. README.md says what is measured. */
import { build } from '#tools/commands/lib/build.mjs';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { relativeFigure, type Figure, absoluteFigure, median } from './figure.ts';
import { startCloudProcess } from './support/cloud-process.ts';
import { runSample, type SampleResult, taskOf } from './support/sample.ts';

const NOTES = 10_000;
const ROUNDS = 5;
const MOST_RATIO = 1.5;
const LONGEST_BLOCK_MS = 50;

export async function firstSync(): Promise<readonly Figure[]> {
  await build();
  await using started = new AsyncDisposableStack();
  const cloud = await startCloudProcess();
  started.defer(() => cloud.close());
  const session = await cloud.signIn('ada');
  await cloud.put(session.uid, manyRealisticNotes(NOTES));
  const task = taskOf(cloud, session, NOTES);
  const bare: SampleResult[] = [];
  const app: SampleResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await runSample('first-sync-bare', task));
    app.push(await runSample('first-sync-app', task));
  }
  const time = (results: readonly SampleResult[]): number => median(results.map((result) => result.time));
  const delay = Math.max(...app.map(({ longestDelay }) => longestDelay));
  const work = Math.max(...app.map(({ longestWork }) => longestWork));
  return [
    relativeFigure('first-sync', 'ms', time(app), time(bare), MOST_RATIO),
    absoluteFigure('first-sync: longest delay of the main thread', 'ms', delay, LONGEST_BLOCK_MS),
    absoluteFigure('first-sync: longest work of the main thread', 'ms CPU', work, LONGEST_BLOCK_MS),
  ];
}
