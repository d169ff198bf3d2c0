/**
 * Finds what keeps this computer from the cloud. gRPC only reports that it could not connect, so
 * `findObstacle` connects over the same route, up to the end of the TLS handshake, and sends nothing.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Route } from '#shared/ipc/cloud-service.ts';
import { systemCodeOf } from '#shared/base/error.ts';
import type { Obstacle } from '#shared/base/obstacle.ts';

const TIMEOUT_MS = 10_000;
/** The server speaks none of the protocols that were offered (RFC 7301 §3.2). */
const NO_PROTOCOL = /NO_APPLICATION_PROTOCOL/;

/**
 * @param server `host:port`
 * @param authorities PEM texts
 * @returns null if nothing is in the way, or if the cause cannot be determined, for example without a network
 */
export async function findObstacle(
  server: string,
  route: Route,
  authorities: Buffer,
): Promise<Obstacle | null> {
  if (route.kind === 'unsupported') return 'proxy-kind';
  const { hostname, port } = new URL(`https://${server}`);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let socket: Socket | null = null;
  try {
    if (route.kind === 'direct') {
      socket = connectTcp({ host: hostname, port: Number(port || 443) });
    } else {
      const answer = await connectThrough(new URL(route.url), `${hostname}:${port || 443}`, signal);
      socket = answer.socket;
      if (answer.status === 407) return 'proxy-password';
      // 502 and the like mean that the proxy itself cannot reach the cloud.
      if (answer.status !== 200) return answer.status < 500 ? 'proxy-refuses' : null;
    }
    return await findInTls(socket, hostname, authorities, signal);
  } catch (error) {
    return NO_PROTOCOL.test(String(systemCodeOf(error))) ? 'no-http2' : null;
  } finally {
    socket?.destroy();
  }
}

async function connectThrough(
  proxy: URL,
  target: string,
  signal: AbortSignal,
): Promise<{ status: number; socket: Socket }> {
  const login = decodeURIComponent(`${proxy.username}:${proxy.password}`);
  const connectRequest = request({
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port || 80,
    method: 'CONNECT',
    path: target,
    headers: {
      host: target,
      ...(proxy.username !== '' && {
        'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}`,
      }),
    },
    agent: false,
    signal,
  });
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; socket: Socket }>();
  connectRequest.on('connect', ({ statusCode = 0 }, socket: Socket) =>
    resolve({ status: statusCode, socket }),
  );
  connectRequest.on('error', reject);
  connectRequest.end();
  return promise;
}

async function findInTls(
  socket: Socket,
  servername: string,
  ca: Buffer,
  signal: AbortSignal,
): Promise<Obstacle | null> {
  // A bad certificate does not end the handshake, so that it can be told from other failures. The
  // connection carries no data.
  const secure = connectTls({ socket, servername, ca, ALPNProtocols: ['h2'], rejectUnauthorized: false });
  try {
    await once(secure, 'secureConnect', { signal });
    if (!secure.authorized) return 'certificate';
    return secure.alpnProtocol === 'h2' ? null : 'no-http2';
  } finally {
    secure.destroy();
  }
}
