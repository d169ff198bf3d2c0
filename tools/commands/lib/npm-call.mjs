/**
 * How to call npm. On Windows it is a shell script, and Node warns (DEP0190) if a shell gets separate
 * arguments, because it only joins them with spaces.
 * @param {readonly string[]} args words of this project without spaces, so that they may be joined
 * @param {NodeJS.Platform} [platform]
 * @returns {{file: string, args: readonly string[], options: {shell: boolean}}}
 */
export function npmCall(args, platform = process.platform) {
  if (platform !== 'win32') return { file: 'npm', args, options: { shell: false } };
  return { file: ['npm', ...args].join(' '), args: [], options: { shell: true } };
}
