/**
 * A command that cannot go on says why in one sentence and ends with a non-zero exit code; a stack trace is
 * for errors that nobody foresaw.
 */
export class Stop extends Error {
  /**
   * @param {string} sentence what is wrong and what the person can do about it
   * @param {number} [exitCode]
   */
  constructor(sentence, exitCode = 1) {
    super(sentence);
    this.name = 'Stop';
    this.exitCode = exitCode;
  }
}
