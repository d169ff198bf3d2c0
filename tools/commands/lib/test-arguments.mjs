/** The arguments of `npm test` and `npm run test:all`. */

/**
 * @typedef {object} TestArguments
 * @property {readonly string[]} args for the runners
 * @property {readonly string[]} filters those of them that are parts of paths
 * @property {boolean} isShort whether to skip the tests listed in `tests/only-in-all.ts`; a filter may name
 *   any test
 */

/**
 * @param {readonly string[]} given
 * @returns {TestArguments}
 */
export function readTestArguments(given) {
  const args = given.filter((arg) => arg !== '--all');
  const filters = args.filter((arg) => !arg.startsWith('-'));
  return { args, filters, isShort: !given.includes('--all') && filters.length === 0 };
}
