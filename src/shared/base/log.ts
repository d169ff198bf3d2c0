/** The log: each entry is an event and, if there is one, its cause. */
import type { Reason } from './reasons.ts';

/**
 * @param why a reason, a thrown value, or the report that `describeError` made of it in another thread or
 *   page
 */
export type Report = (event: Reason, why?: unknown) => void;

export interface Log {
  readonly info: Report;
  readonly warn: Report;
  readonly error: Report;
}
