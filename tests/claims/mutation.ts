/** A small change of the code that breaks a claim of docs/security-claims.md. */
import type { BrokenRule } from '#tests/fuzz/break-rule.ts';

export interface Mutation {
  readonly claim: string;
  readonly changes: BrokenRule;
}

/**
 * @param file relative to the project's folder
 * @param from a text that the file has once
 */
export function breaking(claim: string, file: string, from: string, to: string): Mutation {
  return { claim, changes: [{ file, from, to }] };
}
