/** What is known of one run after its end. */
export interface Run {
  readonly seed: number;
  /** What did not hold; empty where everything did. */
  readonly problems: readonly string[];
  /** What happened, in order. */
  readonly steps: readonly string[];
}
