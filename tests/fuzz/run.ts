/** The result of one run. */
export interface Run {
  readonly seed: number;
  /** What did not hold; empty if everything did. */
  readonly problems: readonly string[];
  /** What happened, in order. */
  readonly steps: readonly string[];
}
