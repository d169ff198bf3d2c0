/**
 * The rules cannot be read: they are malformed, or they use a part of the language that is not built here.
 */
export class RulesError extends Error {
  /** @param line counted from 1 */
  constructor(line: number, message: string) {
    super(`firestore.rules, line ${line}: ${message}`);
    this.name = 'RulesError';
  }
}
