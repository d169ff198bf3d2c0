/** Realistic pins, colours and labels. */
import { COLORS, NO_COLOR } from '#shared/note/colors.ts';
import type { Marks } from '#shared/note/marks.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';

/** @param labels labels that may be removed */
export function anyMarks(random: Random, ledger: Ledger, labels: readonly string[] = []): Marks {
  return {
    ...(random.oneIn(2) && { isPinned: random.oneIn(2) }),
    ...(random.oneIn(3) && { color: random.pick([...COLORS, NO_COLOR]) }),
    ...(random.oneIn(2) && { addLabels: [ledger.freshLabel()] }),
    ...(labels.length > 0 && random.oneIn(3) && { removeLabels: [random.pick(labels)] }),
  };
}
