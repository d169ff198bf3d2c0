import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { createThinning } from '#account/tables/thinning.ts';
import { createRandom } from '../random.ts';
import { createDeviceClock } from './device-clock.ts';

test('by the clock of a device no version of a run against the local cloud is thinned', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const clock = createDeviceClock(createRandom(seed));
    const isAnyThinned = (): boolean => {
      const isSuperfluous = createThinning(clock.now(), Infinity);
      // The database dates versions by the system's clock.
      const storedAt = Date.now();
      return [2, 1].some((version) => isSuperfluous({ version, id: 'note' as NoteId, storedAt, bytes: 1 }));
    };
    expect(isAnyThinned(), `seed ${seed}`).toBe(false);
    clock.passHours();
    expect(isAnyThinned(), `seed ${seed}, hours later`).toBe(false);
  }
});
