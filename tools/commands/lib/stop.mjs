/** Ends a command with one sentence and a non-zero exit code. Stack traces are for unexpected errors. */
export class Stop extends Error {
  /**
   * @param {string} sentence what is wrong and what the user can do about it
   * @param {number} [exitCode]
   */
  constructor(sentence, exitCode = 1) {
    super(sentence);
    this.name = 'Stop';
    this.exitCode = exitCode;
  }
}
