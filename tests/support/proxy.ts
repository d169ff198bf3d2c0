/**
 * An HTTP proxy on loopback, like those of companies: it passes on CONNECT tunnels and plain requests, and
 * can require a password, refuse tunnels, or intercept them. It records what passed. It refuses targets
 * outside of this computer, because Chromium requests more than the app does.
 */
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Certificate } from './certificates.ts';

export interface ProxyOptions {
  /** `name:password` that it requires. */
  readonly login?: string;
  /** The status with which every tunnel is refused. */
  readonly refusal?: number;
  /** Targets of host names that only this proxy knows, as `host:port`. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** The certificate with which the proxy terminates TLS itself, to read the traffic. */
  readonly interception?: Certificate & { readonly protocols: readonly string[]; readonly ca: Buffer };
}

export interface TestProxy {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** Targets of the opened tunnels, `host:port`. */
  readonly tunnels: readonly string[];
  /** Addresses requested without a tunnel. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export async function startProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const { login, refusal, hosts = {}, interception } = options;
  const tunnels: string[] = [];
  const requests: string[] = [];
  const sockets = new Set<Duplex>();
  const expected = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  const mayPass = ({ headers }: http.IncomingMessage): boolean =>
    expected === undefined || headers['proxy-authorization'] === expected;

  const server = http.createServer((request, response) => {
    if (!mayPass(request)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="The company"' }).end();
      return;
    }
    const { method, headers, url = '' } = request;
    if (!isHere(url)) {
      response.writeHead(502).end();
      return;
    }
    requests.push(url);
    const passedOn = http.request(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passedOn.on('error', () => response.writeHead(502).end());
    request.pipe(passedOn);
  });

  server.on('connect', (request, client) => {
    const target = request.url ?? '';
    const refuse = (status: number, header = ''): void =>
      void client.end(`HTTP/1.1 ${status} No\r\n${header}content-length: 0\r\n\r\n`);
    client.on('error', () => undefined);
    if (!mayPass(request)) refuse(407, 'proxy-authenticate: Basic realm="The company"\r\n');
    else if (refusal !== undefined) refuse(refusal);
    else if (!isHere(`http://${hosts[target] ?? target}`)) refuse(502);
    else {
      const { hostname, port } = new URL(`http://${hosts[target] ?? target}`);
      const upstream = net.connect(Number(port), hostname);
      sockets.add(upstream);
      upstream.once('error', () => refuse(502));
      upstream.once('connect', () => {
        tunnels.push(target);
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        if (interception === undefined) join(client, upstream);
        else lookInto(client, upstream, interception);
      });
    }
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    requests,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
}

function isHere(address: string): boolean {
  return ['localhost', '127.0.0.1'].includes(URL.parse(address)?.hostname ?? '');
}

function lookInto(
  client: Duplex,
  upstream: net.Socket,
  { key, cert, protocols, ca }: NonNullable<ProxyOptions['interception']>,
): void {
  const inside = new tls.TLSSocket(client, {
    isServer: true,
    key,
    cert,
    ALPNProtocols: [...protocols],
  });
  // A proxy that understands only HTTP/1.1 does not pass on other bytes.
  if (!protocols.includes('h2')) http.createServer().emit('connection', inside);
  else join(inside, tls.connect({ socket: upstream, servername: 'localhost', ca, ALPNProtocols: ['h2'] }));
}

function join(one: Duplex, other: Duplex): void {
  one.pipe(other).pipe(one);
  one.on('error', () => other.destroy()).on('close', () => other.destroy());
  other.on('error', () => one.destroy()).on('close', () => one.destroy());
}
