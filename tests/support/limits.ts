/**
 * The limits of all tests. They only end hanging tests: a machine with twenty times as much work as
 * processors does not reach them. A test that claims low costs measures processor time (`cpu-time.ts`).
 */

/** For one expectation, action, or start of a program, in milliseconds. */
export const STEP_LIMIT_MS = 120_000;

/** For a test and for a hook, in milliseconds. */
export const TEST_LIMIT_MS = 600_000;
