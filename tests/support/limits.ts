/**
 * The limits of all tests. They end what hangs, and nothing else: a machine with twenty times as much to do
 * as it has processors does not reach them. A test whose claim is that something costs little measures
 * processor time (`cpu-time.ts`).
 */

/** For one expectation, action, or start of a program, in milliseconds. */
export const STEP_LIMIT_MS = 120_000;

/** For a test and for a hook, in milliseconds. */
export const TEST_LIMIT_MS = 600_000;
