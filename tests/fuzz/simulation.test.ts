/** Random devices on bad networks; see README.md. An error that a seed finds becomes a separate test beside the engine's. */
import { describe, expect, test } from 'vitest';
import { createSyncEngine, type SyncEnginePorts } from '#account/sync/engine.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import type { LocalStore } from '#account/sync/ports.ts';
import { runSeeds } from './run-seeds.ts';
import { shrink } from './simulated/shrink.ts';
import { simulate } from './simulated/simulate.ts';

const SEEDS = 200;
/** Bounds what hangs. It is generous, because machines are busy. */
const PATIENCE_MS = 600_000;

test(
  `${SEEDS} seeds: all devices and the cloud agree, nothing is pending, and no word is lost`,
  async () => {
    const { failed } = await runSeeds({ first: 1, seeds: SEEDS, run: (seed) => simulate(seed) });
    expect(failed.map(({ seed, problems }) => ({ seed, problems }))).toEqual([]);
  },
  PATIENCE_MS,
);

test('a seed gives the same run again', async () => {
  const [once, again] = [await simulate(7), await simulate(7)];
  expect(once.steps.length).toBeGreaterThan(20);
  expect(again).toEqual(once);
});

describe('a broken rule is found', () => {
  const broken: readonly (readonly [rule: string, breaks: (ports: SyncEnginePorts) => SyncEnginePorts])[] = [
    ['[S5] conflict copies are not kept', withChangedWrites((record) => (isNewCopy(record) ? null : record))],
    ['[S7] attempts are not recorded', withChangedWrites(withoutAttempts)],
    ['[S8] a refused note is not set aside', withChangedWrites(withoutRefusal)],
    ['[S9] the end of a live query is ignored', withoutQueryEnd],
  ];

  test.each(broken)(
    '%s',
    async (_rule, breaks) => {
      const createEngine = (ports: SyncEnginePorts) => createSyncEngine(breaks(ports));
      const run = (seed: number) => simulate(seed, { createEngine });
      expect(await firstToFail(run)).not.toBeNull();
    },
    PATIENCE_MS,
  );

  test(
    'and its run shrinks to fewer steps',
    async () => {
      const createEngine = (ports: SyncEnginePorts) => createSyncEngine(withoutQueryEnd(ports));
      const { failed } = await runSeeds({
        first: 1,
        seeds: 10,
        run: (seed) => simulate(seed, { createEngine }),
      });
      const [run] = failed;
      if (run === undefined) throw new Error('a broken rule is found');
      const shorter = await shrink(run.seed, { createEngine });
      expect(shorter?.problems).not.toEqual([]);
      expect(shorter?.steps.length).toBeLessThan(run.steps.length);
    },
    PATIENCE_MS,
  );
});

/** So many because some faults are rare, such as an answer that is lost at one certain moment. */
const MOST_SEEDS = 400;
const AT_ONCE = 10;

/** The first seed that fails; null if none does. */
async function firstToFail(run: (seed: number) => ReturnType<typeof simulate>): Promise<number | null> {
  for (let first = 1; first <= MOST_SEEDS; first += AT_ONCE) {
    const { failed } = await runSeeds({ first, seeds: AT_ONCE, run });
    if (failed[0] !== undefined) return failed[0].seed;
  }
  return null;
}

/** The ports of an engine whose store writes other records than it is told to, or none. */
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
