/** Shortens a failing run by leaving out steps as long as it still fails. */
import { type SimulationOptions, simulate, STEP_COUNT } from './simulate.ts';
import type { Run } from '../run.ts';

/** @returns the shortest failing run found; null if the seed does not fail */
export async function shrink(seed: number, options: SimulationOptions = {}): Promise<Run | null> {
  let without = new Set<number>();
  let best = await simulate(seed, { ...options, without });
  if (best.problems.length === 0) return null;
  // From large pieces to single steps, and again as long as single steps can still be left out.
  for (let size = STEP_COUNT / 2; size >= 1; size = Math.floor(size / 2)) {
    for (let from = STEP_COUNT - size; from >= 0; from -= size) {
      const piece = Array.from({ length: size }, (_, index) => from + index);
      if (piece.every((step) => without.has(step))) continue;
      const fewer = new Set([...without, ...piece]);
      const run = await simulate(seed, { ...options, without: fewer });
      if (run.problems.length === 0) continue;
      without = fewer;
      best = run;
    }
  }
  return best;
}
