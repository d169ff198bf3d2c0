/**
 * Pages have no network: a page tries every way that Chromium has to send something to a server on this
 * computer, and none arrives. Names that Chromium looks up, also by multicast, are in its own record of the
 * network; of the two hosts, only Electron looks up those of `dns-prefetch`.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { host } from '#tools/electron-binary/host.ts';
import { expect, test } from './support/fixtures.ts';

/** WebRTC sends nothing to the loopback addresses. */
const HERE =
  Object.values(os.networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';

interface Listener {
  readonly port: number;
  /** One entry for each connection or datagram. */
  readonly arrived: readonly string[];
  close(): void;
}

async function listenTcp(): Promise<Listener> {
  const arrived: string[] = [];
  const server = createServer((socket) => {
    arrived.push('connection');
    socket.on('error', () => undefined).destroy();
  });
  server.listen(0, HERE);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port');
  return { port: address.port, arrived, close: () => void server.close() };
}

async function listenUdp(): Promise<Listener> {
  const arrived: string[] = [];
  const socket = createSocket('udp4', (message) => void arrived.push(message.toString('hex', 0, 8)));
  socket.bind(0, HERE);
  await once(socket, 'listening');
  return { port: socket.address().port, arrived, close: () => void socket.close() };
}

/** Ways that the content security policy forbids, and ways that it does not cover. */
async function tryEveryWay(page: Page, tcp: string, udp: string, name: string): Promise<void> {
  await page.evaluate(
    async ([server, datagrams, secret]) => {
      const attempt = (work: () => unknown): void => {
        try {
          void Promise.resolve(work()).catch(() => undefined);
        } catch {
          // The policy or Chromium refuses.
        }
      };
      const add = (tag: string, attributes: Record<string, string>): void => {
        const element = document.createElement(tag);
        for (const [key, value] of Object.entries(attributes))
          attempt(() => element.setAttribute(key, value));
        document.body.append(element);
      };
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${server}/words`;
        for (const rel of [
          'preconnect',
          'dns-prefetch',
          'prefetch',
          'preload',
          'modulepreload',
          'stylesheet',
        ])
          add('link', { rel, href: url, as: 'image' });
        for (const rel of ['icon', 'manifest', 'prerender', 'next', 'search', 'pingback'])
          add('link', { rel, href: url });
        for (const tag of ['img', 'script', 'iframe', 'audio', 'video', 'embed', 'source', 'track'])
          add(tag, { src: url });
        add('object', { data: url });
        add('form', { action: url, method: 'post' });
        attempt(() => document.querySelector<HTMLFormElement>('form[action]')?.submit());
        add('meta', { 'http-equiv': 'refresh', content: `0; url=${url}` });
        add('div', { style: `background: url(${url})` });
        attempt(() => fetch(url, { method: 'POST', body: 'words', mode: 'no-cors' }));
        attempt(() => fetch(url, { keepalive: true, mode: 'no-cors' }));
        attempt(() => navigator.sendBeacon(url, 'words'));
        attempt(() => new EventSource(url));
        attempt(() => new WebSocket(url.replace('http', 'ws')));
        attempt(() => new Worker(url));
        attempt(() => new SharedWorker(url));
        attempt(() => navigator.serviceWorker.register(url));
        attempt(() => import(/* @vite-ignore */ url));
        attempt(() => new FontFace('words', `url(${url})`).load());
        attempt(() => {
          const request = new XMLHttpRequest();
          request.open('POST', url);
          request.send('words');
        });
        attempt(() => {
          const Transport = Reflect.get(window, 'WebTransport') as new (address: string) => object;
          return new Transport(url);
        });
        attempt(() => {
          const rules = document.createElement('script');
          rules.type = 'speculationrules';
          rules.textContent = JSON.stringify({ prefetch: [{ urls: [url] }], prerender: [{ urls: [url] }] });
          document.head.append(rules);
        });
      }
      for (const rel of ['dns-prefetch', 'preconnect']) add('link', { rel, href: `https://${secret}/` });
      const [username, credential] = ['words', 'words'];
      /** Connects to another page that claims to be at the name, by way of the servers. */
      const connectPeer = async (iceServers: RTCIceServer[]): Promise<void> => {
        const connection = new RTCPeerConnection({ iceServers });
        const other = new RTCPeerConnection();
        connection.createDataChannel('words');
        await connection.setLocalDescription(await connection.createOffer());
        await other.setRemoteDescription(connection.localDescription ?? { type: 'offer' });
        await other.setLocalDescription(await other.createAnswer());
        await connection.setRemoteDescription(other.localDescription ?? { type: 'answer' });
        // Chromium ignores ports below 1024.
        for (const target of [secret, secret.replace('.example', '.local')])
          for (const [protocol, kind] of [
            ['udp', ''],
            ['tcp', 'tcptype passive'],
          ])
            await connection.addIceCandidate({
              candidate: `candidate:1 1 ${protocol} 2122260223 ${target} 5000 typ host ${kind}`,
              sdpMLineIndex: 0,
            });
        // No event says that nothing more is sent.
        if (connection.iceGatheringState !== 'complete')
          await new Promise<void>((resolve) => {
            connection.addEventListener('icegatheringstatechange', () => {
              if (connection.iceGatheringState === 'complete') resolve();
            });
          });
      };
      for (const address of [datagrams, server, secret])
        for (const iceServers of [
          [{ urls: `stun:${address}` }],
          [{ urls: `turn:${address}?transport=udp`, username, credential }],
          [{ urls: `turn:${address}?transport=tcp`, username, credential }],
          [{ urls: `turns:${address}?transport=tcp`, username, credential }],
        ])
          await connectPeer(iceServers).catch(() => undefined);
    },
    [tcp, udp, name] as const,
  );
}

interface NetworkEvent {
  readonly type: number;
  readonly params?: { readonly bytes?: string };
}

/** The parameters of all events of Chromium's resolver, as JSON, and the datagrams that were sent. */
function lookedUpNames(record: string): readonly string[] {
  const { constants, events } = JSON.parse(record) as {
    constants: { logEventTypes: Readonly<Record<string, number>> };
    events: readonly NetworkEvent[];
  };
  const names = new Map(Object.entries(constants.logEventTypes).map(([name, type]) => [type, name]));
  return events.flatMap(({ type, params = {} }) => {
    const name = names.get(type);
    if (name === 'UDP_BYTES_SENT') return Buffer.from(params.bytes ?? '', 'base64').toString('latin1');
    return name?.startsWith('HOST_RESOLVER') === true ? JSON.stringify(params) : [];
  });
}

test('[C114] no code in a page reaches the network: no connection, no datagram, no name', async ({
  start,
  userData,
}) => {
  const [tcp, udp] = [await listenTcp(), await listenUdp()];
  const record = path.join(userData, 'network.json');
  const words = 'words-of-a-note';
  const app = await start(userData, {
    args: [`--log-net-log=${record}`, '--net-log-capture-mode=Everything'],
  });
  await expect(app.page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
  await tryEveryWay(app.page, `${HERE}:${tcp.port}`, `${HERE}:${udp.port}`, `${words}.example`);
  // A request of the page ends after all that were made before it.
  await app.page.evaluate(() => fetch('index.html'));
  await app.close();
  // The test has caused these errors on purpose.
  app.errors.length = 0;

  // The listeners work, and what comes last is the only thing that came.
  connect(tcp.port, HERE).on('error', () => undefined);
  createSocket('udp4').unref().send('00', udp.port, HERE);
  await expect.poll(() => [tcp.arrived.length > 0, udp.arrived.length > 0]).toEqual([true, true]);
  tcp.close();
  udp.close();
  expect(tcp.arrived).toEqual(['connection']);
  expect(udp.arrived).toEqual(['3030']);
  const names = lookedUpNames(readFileSync(record, 'utf8'));
  // The record has what Chromium looked up: on the stand-in, the server of the app's own scheme.
  if (host.name === 'stand-in') expect(names.join()).toContain('"host":"http://127.0.0.1:');
  expect(names.filter((each) => each.includes(words))).toEqual([]);
});
