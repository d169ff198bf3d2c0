/**
 * Decides for a whole import which number is the day in dates such as 01/03/2026: one program writes all
 * dates alike.
 */
import { type DateOrder, orderOf } from './notes/read-date.ts';

export interface DecidedOrder {
  readonly order: DateOrder;
  /**
   * A sentence, if some dates could be read in two ways and no other date says which one is right; else null.
   */
  readonly remark: string | null;
}

export interface OrderDecision {
  add(date: string): void;
  decide(): DecidedOrder;
}

export function createOrderDecision(): OrderDecision {
  const counts = { 'day first': 0, 'month first': 0 };
  let [unclear, example] = [0, ''];
  return {
    add(date) {
      const order = orderOf(date);
      if (order === 'either') {
        unclear += 1;
        example ||= date;
      } else if (order !== null) counts[order] += 1;
    },
    decide() {
      const order = counts['month first'] > counts['day first'] ? 'month first' : 'day first';
      const isSure = Math.min(...Object.values(counts)) === 0 && Math.max(...Object.values(counts)) > 0;
      if (unclear === 0 || isSure) return { order, remark: null };
      const are = unclear === 1 ? 'One date can' : `${unclear} dates can`;
      const part = order === 'day first' ? 'day' : 'month';
      return {
        order,
        remark: `${are} be read in two ways, such as ${example}. Inkling took the ${part} first.`,
      };
    },
  };
}
