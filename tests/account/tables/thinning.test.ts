import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { createThinning, historyLimit, type ThinnableVersion } from '#account/tables/thinning.ts';
import type { NoteId } from '#shared/note/note.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 5, 15, 12, 30);

/** The versions that stay, oldest first. */
function thinned(versions: readonly ThinnableVersion[], limit = Infinity): ThinnableVersion[] {
  const isSuperfluous = createThinning(NOW, limit);
  return versions
    .toReversed()
    .filter((version) => !isSuperfluous(version))
    .toReversed();
}

/** @param ages in milliseconds, oldest first */
function versionsOf(...ages: readonly number[]): ThinnableVersion[] {
  return ages.map((age, at) => ({ version: at + 1, id: 'a' as NoteId, storedAt: NOW - age, bytes: 100 }));
}

const numbers = (versions: readonly ThinnableVersion[]): number[] => versions.map(({ version }) => version);

test('[S12.6] all versions of the last hour stay, then the last of each hour, then the last of each day', () => {
  const days = [3 * DAY_MS + 2, 3 * DAY_MS + 1, 2 * DAY_MS];
  const hours = [5 * HOUR_MS + 2, 5 * HOUR_MS + 1, 3 * HOUR_MS];
  const minutes = [HOUR_MS - 1, 30 * MINUTE_MS, 1];
  expect(numbers(thinned(versionsOf(...days, ...hours, ...minutes)))).toEqual([2, 3, 5, 6, 7, 8, 9]);
});

test('[S12.6] if all versions together are too large, the oldest go, whichever note they belong to', () => {
  const versions = versionsOf(9, 8, 7, 6, 5).map((version, at) => ({
    ...version,
    id: `note ${at % 2}` as NoteId,
  }));
  expect(numbers(thinned(versions, 350))).toEqual([3, 4, 5]);
});

test('the limit is 20 MB, or a fifth of the size of the notes if that is more', () => {
  expect(historyLimit(30_000_000)).toBe(20_000_000);
  expect(historyLimit(600_000_000)).toBe(500_000_000 / 5);
});

const versionsOfAnyAge = fc
  .array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c').map((id) => id as NoteId),
      age: fc.oneof(fc.nat(3 * HOUR_MS), fc.nat(3 * DAY_MS), fc.nat(30 * DAY_MS)),
      bytes: fc.nat(1_000),
    }),
    { maxLength: 60 },
  )
  .map((all) =>
    all
      .toSorted((first, second) => second.age - first.age)
      .map(({ age, ...rest }, at): ThinnableVersion => ({ ...rest, version: at + 1, storedAt: NOW - age })),
  );

test('[S12.6] of a note, exactly the last version of each hour and then of each day stays', () => {
  fc.assert(
    fc.property(versionsOfAnyAge, (versions) => {
      const last = new Map<string, number>();
      for (const { version, id, storedAt } of versions) {
        const time = new Date(storedAt).toISOString();
        const age = NOW - storedAt;
        const period = age < HOUR_MS ? version : time.slice(0, age < DAY_MS ? 'yyyy-mm-ddThh'.length : 10);
        last.set(`${id} ${period}`, version);
      }
      expect(numbers(thinned(versions))).toEqual([...last.values()].toSorted((a, b) => a - b));
    }),
  );
});

test('[S12.6] whatever the sizes, those that stay are within the limit, and one more would not be', () => {
  fc.assert(
    fc.property(versionsOfAnyAge, fc.nat(20_000), (versions, limit) => {
      const all = thinned(versions);
      const stay = thinned(versions, limit);
      const bytes = stay.reduce((sum, version) => sum + version.bytes, 0);
      expect(bytes).toBeLessThanOrEqual(limit);
      const dropped = all.slice(0, all.length - stay.length);
      expect([...dropped, ...stay]).toEqual(all);
      const next = dropped.at(-1);
      if (next !== undefined) expect(bytes + next.bytes).toBeGreaterThan(limit);
    }),
  );
});

test('[S12.6] whatever the clock showed, each day of a note keeps a version, and nothing of the future goes', () => {
  const times = fc.array(fc.integer({ min: NOW - 5 * DAY_MS, max: NOW + 5 * DAY_MS }), { maxLength: 40 });
  fc.assert(
    fc.property(times, (storedAt) => {
      const versions = versionsOf(...storedAt.map((time) => NOW - time));
      const stay = new Set(thinned(versions));
      const days = (some: Iterable<ThinnableVersion>) =>
        new Set([...some].map((version) => Math.floor(version.storedAt / DAY_MS)));
      expect(days(stay)).toEqual(days(versions));
      expect(versions.filter((version) => version.storedAt > NOW && !stay.has(version))).toEqual([]);
    }),
  );
});
