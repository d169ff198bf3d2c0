/** Randomness that a seed repeats. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Random {
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** True once in `times` on average. */
  oneIn(times: number): boolean;
  /** @throws RangeError if the list is empty */
  pick<Item>(items: readonly Item[]): Item;
}

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const integer = (min: number, max: number): number => uniformInt(generator, min, max);
  return {
    integer,
    oneIn: (times) => integer(1, times) === 1,
    pick(items) {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
  };
}

/**
 * A separate source for one part of a run. Leaving out a part does not change the numbers of the others, so a
 * failing run can be shrunk.
 */
export function createRandomFor(seed: number, part: number): Random {
  return createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(part + 1, 0x85ebca6b));
}

/** Each item as often as its weight says, to pick from. */
export function weighted<Item>(weights: readonly (readonly [Item, number])[]): readonly Item[] {
  return weights.flatMap(([item, weight]) => Array.from({ length: weight }, () => item));
}
