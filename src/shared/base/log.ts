/** What the log is told: what has happened, and why. */
import type { Reason } from './reasons.ts';

/**
 * @param why a reason, anything that was thrown, or what `describeError` has made of it in another thread or
 * page
 */
export type Report = (event: Reason, why?: unknown) => void;

export interface Log {
  readonly info: Report;
  readonly warn: Report;
  readonly error: Report;
}
