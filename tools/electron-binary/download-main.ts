/**
 * The process that downloads Electron: `download-main.ts <folder of the package> <proxy or nothing>`. Says on standard error
 * how far it is, and in a sentence why it failed; then it ends with 1.
 */
import { downloadElectron } from './download.ts';
import { type Arrived, createProgress } from './progress.ts';
import { whyNotFetched } from './why-not-fetched.ts';

const [folder = '', proxy = ''] = process.argv.slice(2);
const progress = createProgress(process.stderr);
let arrived: Arrived = { received: 0, total: null };

/** By the variables of Electron's package. */
function serverOf(env: NodeJS.ProcessEnv): string {
  const mirror = env['npm_config_electron_mirror'] ?? env['ELECTRON_MIRROR'] ?? 'https://github.com';
  return URL.canParse(mirror) ? new URL(mirror).host : mirror;
}

try {
  await downloadElectron(folder, (now) => {
    arrived = now;
    progress.report(now);
  });
  progress.end();
} catch (error) {
  progress.end();
  const why = whyNotFetched(error, {
    arrived,
    server: serverOf(process.env),
    proxy: proxy === '' ? null : proxy,
  });
  console.error(`Electron could not be fetched: ${why}.`);
  process.exitCode = 1;
}
