/**
 * A representative subset of the runs of `npm run fuzz`, and proof that a broken rule makes them fail; see
 * README.md. An error that a seed finds becomes a separate test beside the engine's.
 */
import { describe, expect, test } from 'vitest';
import { createSyncEngine, type SyncEnginePorts } from '#account/sync/engine.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import type { LocalStore } from '#account/sync/ports.ts';
import { runSeeds } from './run-seeds.ts';
import { shrink } from './simulated/shrink.ts';
import { simulate } from './simulated/simulate.ts';

const SEEDS = 16;

test(`in ${SEEDS} simulated runs all devices and the cloud agree, nothing is pending, and no word is lost`, async () => {
  const { failed } = await runSeeds({ first: 1, seeds: SEEDS, run: (seed) => simulate(seed) });
  expect(failed.map(({ seed, problems }) => ({ seed, problems }))).toEqual([]);
});

test('a seed gives the same simulated run again', async () => {
  const [once, again] = [await simulate(7), await simulate(7)];
  expect(once.steps.length).toBeGreaterThan(20);
  expect(again).toEqual(once);
});

type Break = (ports: SyncEnginePorts) => SyncEnginePorts;

describe('broken rules', () => {
  /**
   * The search begins at a seed that was the first to find the fault: some faults are rare, such as an answer
   * that is lost at one moment.
   */
  const broken: readonly (readonly [rule: string, first: number, breaks: Break])[] = [
    [
      '[S5] conflict copies are not stored',
      4,
      withChangedWrites((record) => (isNewCopy(record) ? null : record)),
    ],
    ['[S7] attempts are not recorded', 506, withChangedWrites(withoutAttempts)],
    ['[S8] a refused note is not set aside', 1, withChangedWrites(withoutRefusal)],
    ['[S9] the end of a live query is ignored', 1, withoutQueryEnd],
  ];

  test.each(broken)('%s: a simulated run fails', async (_rule, first, breaks) => {
    const createEngine = (ports: SyncEnginePorts) => createSyncEngine(breaks(ports));
    const run = (seed: number) => simulate(seed, { createEngine });
    expect(await firstToFail(first, run)).not.toBeNull();
  });

  test('the failing run of a broken rule shrinks to fewer steps', async () => {
    const createEngine = (ports: SyncEnginePorts) => createSyncEngine(withoutQueryEnd(ports));
    const run = (seed: number) => simulate(seed, { createEngine });
    const seed = await firstToFail(1, run);
    if (seed === null) throw new Error('no seed found the broken rule');
    const shorter = await shrink(seed, { createEngine });
    expect(shorter?.problems).not.toEqual([]);
    expect(shorter?.steps.length).toBeLessThan((await run(seed)).steps.length);
  });
});

/** Number of seeds that are tried in case the steps of the first one have changed. */
const MOST_SEEDS = 400;

/** The first failing seed from `first` on; null without one. */
async function firstToFail(
  first: number,
  run: (seed: number) => ReturnType<typeof simulate>,
): Promise<number | null> {
  for (let seed = first; seed < first + MOST_SEEDS; seed += 1) {
    const { failed } = await runSeeds({ first: seed, seeds: 1, run });
    if (failed.length > 0) return seed;
  }
  return null;
}

/** The ports of an engine whose store writes other records than given, or none. */
function withChangedWrites(change: (record: NoteRecord) => NoteRecord | null) {
  return (ports: SyncEnginePorts): SyncEnginePorts => {
    const store: LocalStore = {
      ...ports.store,
      write(record) {
        const changed = change(record);
        if (changed !== null) ports.store.write(changed);
      },
    };
    return { ...ports, store };
  };
}

function isNewCopy({ local, remote }: NoteRecord): boolean {
  return remote === null && (local?.conflictOf ?? null) !== null;
}

function withoutAttempts(record: NoteRecord): NoteRecord {
  return record.pending === null ? record : { ...record, pending: { ...record.pending, attempts: [] } };
}

function withoutRefusal(record: NoteRecord): NoteRecord {
  return record.pending === null ? record : { ...record, pending: { ...record.pending, refused: null } };
}

function withoutQueryEnd(ports: SyncEnginePorts): SyncEnginePorts {
  const { remote } = ports;
  const listen: typeof remote.listen = (handlers) => remote.listen({ ...handlers, onEnd: () => undefined });
  return { ...ports, remote: { ...remote, listen } };
}
