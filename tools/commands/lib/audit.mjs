/** Known vulnerabilities of the packages in the lock file, according to npm's registry. */
import { npmCall } from './npm-call.mjs';
import { start } from './processes.mjs';

const REQUEST_MS = 20_000;
const PATIENCE_MS = 60_000;

/**
 * @typedef {object} Vulnerability a package, as `npm audit --json` lists it
 * @property {string} name
 * @property {'info' | 'low' | 'moderate' | 'high' | 'critical'} severity
 * @property {readonly string[]} nodes where it is installed, such as `node_modules/react`
 */

/**
 * @param {string} folder of the lock file
 * @param {number} [patienceMs]
 * @returns {Promise<readonly Vulnerability[] | null>} null if the registry gives no report, because it is out
 *   of reach or a mirror without reports
 */
export async function auditPackages(folder, patienceMs = PATIENCE_MS) {
  const args = ['audit', '--json', '--loglevel=error', '--fetch-retries=0', `--fetch-timeout=${REQUEST_MS}`];
  const { file, args: own, options } = npmCall(args);
  const npm = start(file, own, { ...options, cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  npm.child.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const closed = new Promise((resolve) => {
    npm.child.once('close', resolve);
  });
  const limit = setTimeout(() => void npm.end(), patienceMs);
  try {
    await npm.ended;
    await closed;
  } finally {
    clearTimeout(limit);
  }
  return readReport(output);
}

/**
 * @param {string} output
 * @returns {readonly Vulnerability[] | null}
 */
function readReport(output) {
  try {
    const { vulnerabilities } = JSON.parse(output);
    return vulnerabilities === undefined ? null : Object.values(vulnerabilities);
  } catch {
    // npm was ended before it printed a report.
    return null;
  }
}

/**
 * Whether a release must wait for it: shipped packages must have no known vulnerability, and packages for
 * building and testing no serious one.
 * @param {Vulnerability} vulnerability
 * @param {ReadonlySet<string>} shipped names of the packages that the app is made of
 */
export function isSerious({ name, severity }, shipped) {
  return severity === 'high' || severity === 'critical' || shipped.has(name);
}
