/** The last line of a long run, in the form of `npm test`, so that one script can add them up. */
export function lastLine(runs: number, failed: number): string {
  return `${runs - failed} passed, ${failed} failed`;
}
