/**
 * The process that downloads Electron: `download-main.ts <folder of the package> <proxy or nothing>`. Says on standard error
 * how far it is, and in a sentence why it failed; then it ends with 1.
 */
import { type Arrived, downloadElectron } from './download.ts';
import { megabytes, whyNotFetched } from './why-not-fetched.ts';

const [folder = '', proxy = ''] = process.argv.slice(2);
const { stderr } = process;
let arrived: Arrived = { received: 0, total: null };
/** What was said last, so that nothing is said twice. */
let said = '';

function progress({ received, total }: Arrived): string {
  return `Fetching Electron: ${megabytes(received)}${total === null ? '' : ` of ${megabytes(total)}`} MB`;
}

function report(now: Arrived): void {
  arrived = now;
  // A log gets a line for each tenth, a terminal one line that changes.
  const step = stderr.isTTY
    ? progress(now)
    : String(Math.floor((now.received * 10) / (now.total ?? Infinity)));
  if (step === said) return;
  said = step;
  stderr.write(stderr.isTTY ? `\r\u001B[K${progress(now)}` : `${progress(now)}\n`);
}

/** By the variables of Electron's package. */
function serverOf(env: NodeJS.ProcessEnv): string {
  const mirror = env['npm_config_electron_mirror'] ?? env['ELECTRON_MIRROR'] ?? 'https://github.com';
  return URL.canParse(mirror) ? new URL(mirror).host : mirror;
}

try {
  await downloadElectron(folder, report);
} catch (error) {
  process.exitCode = 1;
  const server = serverOf(process.env);
  const why = whyNotFetched(error, { arrived, server, proxy: proxy === '' ? null : proxy });
  stderr.write(`${stderr.isTTY && said !== '' ? '\n' : ''}Electron could not be fetched: ${why}.\n`);
} finally {
  if (process.exitCode === undefined && stderr.isTTY && said !== '') stderr.write('\n');
}
