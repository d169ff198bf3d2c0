/** The last line of a long run, in the format of `npm test`, so that one script can add up both. */
export function lastLine(runs: number, failed: number): string {
  return `${runs - failed} passed, ${failed} failed`;
}
