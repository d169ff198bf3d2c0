/**
 * The process that downloads Electron: `download-main.ts <folder of the package> <proxy's setting or
 * nothing>`. It prints its progress on standard error. If it fails, it prints the reason in a sentence and
 * exits with 1.
 */
import { subscribe } from 'node:diagnostics_channel';
import { downloadElectron } from './download.ts';
import { type Arrived, createProgress } from './progress.ts';
import { whyNotFetched } from './why-not-fetched.ts';

const [folder = '', setting = ''] = process.argv.slice(2);
const progress = createProgress(process.stderr);
let arrived: Arrived = { received: 0, total: null };
let address: URL | null = null;

/** Servers that this process tried to connect to, and those that it could not reach, as `host:port`. */
const contacted = watchConnections('undici:client:beforeConnect');
const unreachable = watchConnections('undici:client:connectError');

/** Only Node knows whether it uses a proxy, because `NO_PROXY` may exempt the server. */
function watchConnections(channel: string): ReadonlySet<string> {
  const hosts = new Set<string>();
  subscribe(channel, (message) => {
    const { connectParams } = message as { readonly connectParams: { readonly host: string } };
    hosts.add(connectParams.host);
  });
  return hosts;
}

function usedProxy() {
  const proxy = URL.parse(process.env['HTTPS_PROXY'] ?? '');
  if (proxy === null || !contacted.has(proxy.host)) return null;
  const hasLogin = proxy.username !== '' && proxy.password !== '';
  return { host: proxy.host, setting, hasLogin, isReachable: !unreachable.has(proxy.host) };
}

try {
  await downloadElectron(folder, {
    asks(next) {
      address = next;
    },
    arrives(now) {
      arrived = now;
      progress.report(now);
    },
    retries() {
      progress.end();
      console.error('The connection was cut, and is opened again …');
    },
    waits: () => console.error('Another start is fetching Electron: this one waits for it …'),
  });
  progress.end();
} catch (error) {
  progress.end();
  const why = whyNotFetched(error, { arrived, address, proxy: usedProxy() });
  console.error(`Electron could not be fetched: ${why}.`);
  process.exitCode = 1;
}
