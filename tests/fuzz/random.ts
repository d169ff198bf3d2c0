/** Randomness that a seed repeats. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Random {
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** True once in `times` on average. */
  oneIn(times: number): boolean;
  /** @throws RangeError where there is nothing to pick */
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
