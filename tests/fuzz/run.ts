/** The result of one run. */
export interface Run {
  readonly seed: number;
  /** The problems found; empty without any. */
  readonly problems: readonly string[];
  /** The events, in order. */
  readonly steps: readonly string[];
}
