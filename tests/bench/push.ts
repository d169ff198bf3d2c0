/** Offline for days, then online: 1,000 pending changes are pushed. README.md says what is measured. */
import { build } from '#tools/commands/lib/build.mjs';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { relativeFigure, type Figure, absoluteFigure, median } from './figure.ts';
import { type CloudProcess, startCloudProcess } from './support/cloud-process.ts';
import { EDITED } from './support/offline-days.ts';
import { runSample, type SampleResult, taskOf } from './support/sample.ts';

/** More notes than are edited, because some are archived or in the trash. */
const NOTES = EDITED * 2;
const ROUNDS = 9;
const MOST_RATIO = 1.5;
const LONGEST_BLOCK_MS = 50;

export async function push(): Promise<readonly Figure[]> {
  await build();
  await using started = new AsyncDisposableStack();
  const cloud = await startCloudProcess();
  started.defer(() => cloud.close());
  const bare: SampleResult[] = [];
  const app: SampleResult[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    bare.push(await sampleOf('push-bare', cloud, round));
    app.push(await sampleOf('push-app', cloud, round));
  }
  const time = (results: readonly SampleResult[]): number => median(results.map((result) => result.time));
  const work = Math.max(...app.map(({ longestWork }) => longestWork));
  return [
    relativeFigure('push', 'ms', time(app), time(bare), MOST_RATIO),
    absoluteFigure('push: longest work of the main thread', 'ms CPU', work, LONGEST_BLOCK_MS),
  ];
}

/** In one round both samples get the same notes, each in an account of its own. */
async function sampleOf(name: string, cloud: CloudProcess, round: number): Promise<SampleResult> {
  const session = await cloud.signIn(`${name}-${round}`);
  const notes = manyRealisticNotes(NOTES, round);
  // Ids are unique in the whole cloud.
  await cloud.put(
    session.uid,
    notes.map((note) => ({ ...note, id: `${note.id}${name}` as typeof note.id })),
  );
  return runSample(name, taskOf(cloud, session, NOTES, round + ROUNDS));
}
