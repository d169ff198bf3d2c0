/** The download of Electron in the networks that people have: its progress, its end, and the sentence about a failure. */
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createAuthority, signFor } from '#tests/support/certificates.ts';
import { type ProxyOptions, startProxy } from '#tests/support/proxy.ts';
import { run } from '#tests/support/run.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { at } from '#tools/commands/lib/paths.mjs';
import { type Answer, BINARY, copyPackage, sendPart, startMirror } from './support/mirror.ts';

const MODULE = pathToFileURL(at('tools/electron-binary/fetch.ts')).href;
const CODE = `const { fetchElectron } = await import('${MODULE}');
console.log(await fetchElectron(process.argv[1]));`;

/** Nothing of this machine's own network may matter. */
const NO_NETWORK = Object.fromEntries(
  [
    'http_proxy',
    'https_proxy',
    'no_proxy',
    'npm_config_proxy',
    'npm_config_https_proxy',
    'npm_config_noproxy',
  ]
    .flatMap((name) => [name, name.toUpperCase()])
    .concat(
      'npm_config_cafile',
      'NODE_EXTRA_CA_CERTS',
      'ELECTRON_GET_USE_PROXY',
      'ELECTRON_OVERRIDE_DIST_PATH',
    )
    .map((name) => [name, undefined]),
);

/** @returns all that was printed; the last line says whether there is a binary now */
async function fetchFrom(mirror: string, folder: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const fetching = run(process.execPath, ['--input-type=module', '-e', CODE, folder], {
    ...NO_NETWORK,
    ELECTRON_MIRROR: mirror,
    electron_config_cache: path.join(folder, 'cache'),
    ...env,
  });
  expect(await fetching.ended).toBe(0);
  return fetching.output();
}

async function closedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function fetched(folder: string): boolean {
  return readdirSync(folder).includes('path.txt');
}

test('the binary is fetched with its progress, compared, and unpacked; nothing unfinished stays', async () => {
  const folder = copyPackage();
  const { port, asked } = await startMirror();
  const output = await fetchFrom(`http://127.0.0.1:${port}/`, folder);
  expect(output).toMatch(/^(Fetching Electron: \d of 4 MB\n){2,11}true\n$/);
  expect(output).toContain('4 of 4 MB');
  expect(asked).toEqual([`/v99.1.2/electron-v99.1.2-${process.platform}-${process.arch}.zip`]);
  expect(readFileSync(path.join(folder, 'dist/version'), 'utf8')).toBe('99.1.2');
  expect(readdirSync(folder)).not.toContain('download');
});

describe('a download that fails says why, and the next one tries again', () => {
  const half: Answer = (response) => {
    sendPart(response, 2_000_000);
    setImmediate(() => response.destroy());
  };

  test.each<[string, Answer, RegExp]>([
    ['it is cut', half, /: the connection to 127\.0\.0\.1:\d+ was cut after \d of 4 MB \(.+\)\.\n/],
    [
      'the server has no such file',
      (response) => void response.writeHead(404).end(),
      /: 127\.0\.0\.1:\d+ answered 404; ELECTRON_MIRROR may name another server\.\n/,
    ],
    [
      'another file comes',
      (response) => void response.end('<html>Please log in to the hotel’s network</html>'),
      /: what came from 127\.0\.0\.1:\d+ is not the file that Electron's makers published; ELECTRON_MIRROR may name another server\.\n/,
    ],
  ])('%s', async (_, answer, sentence) => {
    const folder = copyPackage();
    const { port } = await startMirror([answer, (response) => void response.end(BINARY)]);
    const first = await fetchFrom(`http://127.0.0.1:${port}/`, folder);
    expect(first).toMatch(/\nfalse\n$/);
    expect(first).toMatch(sentence);
    expect(first).not.toContain(' at ');
    expect(fetched(folder)).toBe(false);
    expect(await fetchFrom(`http://127.0.0.1:${port}/`, folder)).toMatch(/\ntrue\n$/);
  });

  test('the server does not listen', async () => {
    const port = await closedPort();
    expect(await fetchFrom(`http://127.0.0.1:${port}/`, copyPackage())).toBe(
      `Electron could not be fetched: 127.0.0.1:${port} cannot be reached (ECONNREFUSED); check the network, and if this network has a proxy, name it in HTTPS_PROXY.\nfalse\n`,
    );
  });

  test('its name is unknown', async () => {
    expect(await fetchFrom('https://mirror.invalid/', copyPackage())).toBe(
      'Electron could not be fetched: there is no way to the name mirror.invalid; check the network, and if this network has a proxy, name it in HTTPS_PROXY.\nfalse\n',
    );
  });

  test('the archive cannot be unpacked', async () => {
    const broken = Buffer.from('no archive');
    const folder = copyPackage(broken);
    const { port } = await startMirror([(response) => void response.end(broken)]);
    expect(await fetchFrom(`http://127.0.0.1:${port}/`, folder)).toMatch(
      /Electron could not be fetched: it came, but could not be unpacked \(.+\)\.\nfalse\n$/,
    );
  });
});

describe('behind a proxy that alone knows the server', () => {
  /** The proxy, and the variables of a network in which everything else is the same. */
  async function network(options: ProxyOptions = {}): Promise<{ address: string; env: NodeJS.ProcessEnv }> {
    const authority = await createAuthority();
    const { port } = await startMirror(undefined, await signFor('mirror.invalid', authority));
    const proxy = await startProxy({ hosts: { 'mirror.invalid:443': `127.0.0.1:${port}` }, ...options });
    const file = path.join(temporaryFolder(), 'authority.pem');
    writeFileSync(file, authority.cert);
    return { address: proxy.address, env: { npm_config_cafile: file } };
  }

  test.each<[string, (address: string) => NodeJS.ProcessEnv]>([
    ['HTTPS_PROXY', (address) => ({ HTTPS_PROXY: `http://${address}` })],
    ['HTTPS_PROXY without a scheme', (address) => ({ HTTPS_PROXY: address })],
    ['npm’s https-proxy', (address) => ({ npm_config_https_proxy: `http://${address}/` })],
    ['npm’s proxy', (address) => ({ npm_config_proxy: `http://${address}/` })],
    [
      'the variable of Electron’s package',
      (address) => ({ ELECTRON_GET_USE_PROXY: '1', https_proxy: `http://${address}` }),
    ],
  ])('%s is used', async (_, variables) => {
    const { address, env } = await network();
    const folder = copyPackage();
    expect(await fetchFrom('https://mirror.invalid/', folder, { ...env, ...variables(address) })).toMatch(
      /\ntrue\n$/,
    );
  });

  test('a proxy that asks for a password is named, and gets it', async () => {
    const { address, env } = await network({ login: 'ada:secret' });
    const folder = copyPackage();
    const ask = (proxy: string): Promise<string> =>
      fetchFrom('https://mirror.invalid/', folder, { ...env, HTTPS_PROXY: `http://${proxy}` });
    expect(await ask(address)).toBe(
      `Electron could not be fetched: the proxy ${address} asks for a password; put it into HTTPS_PROXY as http://name:password@host:port.\nfalse\n`,
    );
    expect(await ask(`ada:wrong@${address}`)).not.toContain('wrong');
    expect(await ask(`ada:secret@${address}`)).toMatch(/\ntrue\n$/);
  });

  test('a proxy that refuses is named', async () => {
    const { address, env } = await network({ refusal: 403 });
    expect(
      await fetchFrom('https://mirror.invalid/', copyPackage(), { ...env, HTTPS_PROXY: `http://${address}` }),
    ).toMatch(
      new RegExp(`: mirror\\.invalid by the proxy ${address} cannot be reached \\(.+\\); check the network`),
    );
  });

  test('a certificate that only the company trusts is reported with what to do', async () => {
    const { address } = await network();
    expect(
      await fetchFrom('https://mirror.invalid/', copyPackage(), { HTTPS_PROXY: `http://${address}` }),
    ).toBe(
      `Electron could not be fetched: the certificate of mirror.invalid by the proxy ${address} is not trusted here (UNABLE_TO_VERIFY_LEAF_SIGNATURE); if this network inspects connections, name its authority's file in NODE_EXTRA_CA_CERTS.\nfalse\n`,
    );
  });

  test('a proxy of a kind that cannot be used is reported', async () => {
    expect(
      await fetchFrom('https://mirror.invalid/', copyPackage(), {
        HTTPS_PROXY: 'socks5://ada:secret@localhost:1080',
      }),
    ).toBe(
      'Electron could not be fetched: the proxy localhost:1080 is of a kind that cannot be used here; name one that begins with http:// in HTTPS_PROXY.\nfalse\n',
    );
  });
});
