/**
 * The download of Electron in the networks of users: its progress, its end, and the message about a failure.
 */
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createAuthority, signFor } from '#tests/support/certificates.ts';
import { type ProxyOptions, startProxy } from '#tests/support/proxy.ts';
import { type Run, run } from '#tests/support/run.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { at } from '#tools/commands/lib/paths.mjs';
import { type Answer, copyPackage, cutAfter, sendBinary, startMirror } from './support/mirror.ts';

const MODULE = pathToFileURL(at('tools/electron-binary/fetch.ts')).href;
const CODE = `const { fetchElectron } = await import('${MODULE}');
console.log(await fetchElectron(process.argv[1]));`;

/** This machine's own network must not matter. */
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

function begin(mirror: string, folder: string, env: NodeJS.ProcessEnv = {}): Run {
  return run(process.execPath, ['--input-type=module', '-e', CODE, folder], {
    ...NO_NETWORK,
    ELECTRON_MIRROR: mirror,
    electron_config_cache: path.join(folder, 'cache'),
    ...env,
  });
}

/** @returns the whole output; its last line says whether there is a binary now */
async function fetchFrom(mirror: string, folder: string, env?: NodeJS.ProcessEnv): Promise<string> {
  const fetching = begin(mirror, folder, env);
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

test('the binary is fetched with its progress, compared, and unpacked; no unfinished file stays', async () => {
  const folder = copyPackage();
  const { port, requested } = await startMirror();
  const output = await fetchFrom(`http://127.0.0.1:${port}/`, folder);
  expect(output).toMatch(/^(Fetching Electron: \d of 4 MB\n){2,11}true\n$/);
  expect(output).toContain('4 of 4 MB');
  expect(requested).toEqual([`/v99.1.2/electron-v99.1.2-${process.platform}-${process.arch}.zip`]);
  expect(readFileSync(path.join(folder, 'dist/version'), 'utf8')).toBe('99.1.2');
  expect(readdirSync(folder)).not.toContain('download');
});

test('a cut download resumes where it ended, within the same start', async () => {
  const folder = copyPackage();
  const { port, ranges } = await startMirror([cutAfter(2_000_000), sendBinary]);
  const output = await fetchFrom(`http://127.0.0.1:${port}/`, folder);
  expect(output).toMatch(/\nThe connection was cut, and is opened again …\n[^]*\ntrue\n$/);
  expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
});

test('two starts at once share one download', async () => {
  const folder = copyPackage();
  const { port, requested } = await startMirror();
  const mirror = `http://127.0.0.1:${port}/`;
  const outputs = await Promise.all([fetchFrom(mirror, folder), fetchFrom(mirror, folder)]);
  for (const output of outputs) expect(output).toMatch(/true\n$/);
  expect(requested).toHaveLength(1);
});

test('a start waits for another one’s slow download, and says so', async () => {
  const folder = copyPackage();
  const first = Promise.withResolvers<() => void>();
  const { port, requested } = await startMirror([
    (response, request) => first.resolve(() => sendBinary(response, request)),
  ]);
  const fetching = fetchFrom(`http://127.0.0.1:${port}/`, folder);
  const send = await first.promise;
  const waiting = begin(`http://127.0.0.1:${port}/`, folder);
  await waiting.prints(/^Another start is fetching Electron: this one waits for it …\n$/);
  send();
  expect(await fetching).toMatch(/\ntrue\n$/);
  expect(await waiting.ended).toBe(0);
  expect(waiting.output()).toMatch(/…\ntrue\n$/);
  expect(requested).toHaveLength(1);
});

describe('a download that fails says why, and the next one tries again', () => {
  const page: Answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end('<html>Please log in to the hotel’s network</html>');
  const LOGIN =
    /: 127\.0\.0\.1:\d+ answered with a web page: this network wants you to log in, or ELECTRON_MIRROR names a wrong address; open a browser to see the page, then try again\.\n/;

  test.each<[string, Answer, RegExp]>([
    [
      'the server has no such file',
      (response) => void response.writeHead(404).end(),
      /: 127\.0\.0\.1:\d+ answered 404 for \/v99\.1\.2\/electron-v99\.1\.2-\w+-\w+\.zip; ELECTRON_MIRROR may name another server\.\n/,
    ],
    [
      'the server sends another file',
      (response) => void response.end('another file'),
      /: what came from 127\.0\.0\.1:\d+ is not the file that Electron's makers published; ELECTRON_MIRROR may name another server\.\n/,
    ],
    ['a network requires a login', page, LOGIN],
    ['a network requires a login, and says so', (response) => void response.writeHead(511).end(), LOGIN],
    [
      'the server redirects endlessly',
      (response, { url }) => void response.writeHead(302, { location: url }).end(),
      /: 127\.0\.0\.1:\d+ redirects without end\.\n/,
    ],
    [
      'the server redirects to a host whose name is blocked',
      (response) => void response.writeHead(302, { location: 'https://objects.invalid/file' }).end(),
      /: the name objects\.invalid is not known here; check the network, and if it has a proxy, name that in HTTPS_PROXY\.\n/,
    ],
    [
      'the server redirects to a host that is blocked',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.2:1025/file' }).end(),
      /: 127\.0\.0\.2:1025 cannot be reached \(ECONNREFUSED\); check the network, and if it has a proxy, name that in HTTPS_PROXY\.\n/,
    ],
    [
      'the server redirects to a page',
      (response, { url = '' }) => {
        if (url.startsWith('/login')) page(response, response.req);
        else response.writeHead(302, { location: '/login' }).end();
      },
      LOGIN,
    ],
  ])('%s', async (_, answer, sentence) => {
    const folder = copyPackage();
    let isLater = false;
    const { port } = await startMirror([(...request) => (isLater ? sendBinary : answer)(...request)]);
    const first = await fetchFrom(`http://127.0.0.1:${port}/`, folder);
    expect(first).toMatch(sentence);
    expect(first).toMatch(/\nfalse\n$/);
    expect(first).not.toContain(' at ');
    expect(fetched(folder)).toBe(false);
    isLater = true;
    expect(await fetchFrom(`http://127.0.0.1:${port}/`, folder)).toMatch(/\ntrue\n$/);
  });

  test('the mirror’s address lacks its last slash', async () => {
    const { port } = await startMirror([(response) => void response.writeHead(404).end()]);
    expect(await fetchFrom(`http://127.0.0.1:${port}/mirror`, copyPackage())).toMatch(
      /: 127\.0\.0\.1:\d+ answered 404 for \/mirrorv99\.1\.2\/electron-.*\.zip; ELECTRON_MIRROR must end with a slash\.\n/,
    );
  });

  test.each([
    'nonsense',
    'http://127.0.0.1:8080',
    'mirror.example/',
    'ftp://mirror.example/',
    'localhost:8080/',
  ])('the mirror’s address is invalid: %s', async (mirror) => {
    const name = `v99.1.2/electron-v99.1.2-${process.platform}-${process.arch}.zip`;
    expect(await fetchFrom(mirror, copyPackage())).toBe(
      `Electron could not be fetched: ${mirror}${name} is no address that can be used; ELECTRON_MIRROR must begin with https://, end with a slash, and have no password.\nfalse\n`,
    );
  });

  test('the mirror’s address has a password, which is not printed', async () => {
    const output = await fetchFrom('https://ada:secret@mirror.example/', copyPackage());
    expect(output).toMatch(/: https:\/\/mirror\.example\/v99.* have no password\.\nfalse\n$/);
  });

  test('Electron is not made for this architecture', async () => {
    const { port, requested } = await startMirror();
    const mirror = `http://127.0.0.1:${port}/`;
    expect(await fetchFrom(mirror, copyPackage(), { npm_config_arch: 'riscv64' })).toBe(
      `Electron could not be fetched: Electron 99.1.2 is not made for ${process.platform} on riscv64.\nfalse\n`,
    );
    expect(requested).toEqual([]);
  });

  test('the server does not listen', async () => {
    const port = await closedPort();
    expect(await fetchFrom(`http://127.0.0.1:${port}/`, copyPackage())).toBe(
      `Electron could not be fetched: 127.0.0.1:${port} cannot be reached (ECONNREFUSED); check the network, and if it has a proxy, name that in HTTPS_PROXY.\nfalse\n`,
    );
  });

  test('its name is unknown', async () => {
    expect(await fetchFrom('https://mirror.invalid/', copyPackage())).toBe(
      'Electron could not be fetched: the name mirror.invalid is not known here; check the network, and if it has a proxy, name that in HTTPS_PROXY.\nfalse\n',
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
    expect(await ask(`ada:wrong@${address}`)).toBe(
      `Electron could not be fetched: the proxy ${address} refuses the name and the password in HTTPS_PROXY.\nfalse\n`,
    );
    expect(await ask(`ada:secret@${address}`)).toMatch(/\ntrue\n$/);
  });

  test.each([403, 502])('a proxy that answers %i is named', async (refusal) => {
    const { address, env } = await network({ refusal });
    expect(
      await fetchFrom('https://mirror.invalid/', copyPackage(), {
        ...env,
        npm_config_proxy: `http://${address}`,
      }),
    ).toBe(
      `Electron could not be fetched: the proxy ${address} answered ${refusal} when it was asked for mirror.invalid; whoever runs the proxy can tell why.\nfalse\n`,
    );
  });

  test('a proxy that is dead is named, with the setting that names it', async () => {
    const address = `127.0.0.1:${await closedPort()}`;
    const ask = (env: NodeJS.ProcessEnv): Promise<string> =>
      fetchFrom('https://mirror.invalid/', copyPackage(), env);
    const sentence = (setting: string): string =>
      `Electron could not be fetched: the proxy ${address} cannot be reached (ECONNREFUSED); check the network and ${setting}.\nfalse\n`;
    expect(await ask({ HTTPS_PROXY: `http://${address}` })).toBe(sentence('HTTPS_PROXY'));
    expect(await ask({ npm_config_https_proxy: address })).toBe(sentence('npm’s setting https-proxy'));
  });

  test('a proxy that is not used is not named', async () => {
    expect(
      await fetchFrom('https://mirror.invalid/', copyPackage(), {
        HTTPS_PROXY: `http://127.0.0.1:${await closedPort()}`,
        NO_PROXY: 'mirror.invalid',
      }),
    ).toMatch(/: the name mirror\.invalid is not known here; check the network, and if /);
  });

  test.each(['http://', 'http://the company:3128', 'http://[company'])(
    'a proxy without a valid address is reported: %s',
    async (proxy) => {
      expect(await fetchFrom('https://mirror.invalid/', copyPackage(), { HTTPS_PROXY: proxy })).toBe(
        'Electron could not be fetched: what HTTPS_PROXY names is no address; write it as http://host:port.\nfalse\n',
      );
    },
  );

  test('an invalid variable for other connections is ignored', async () => {
    const { address, env } = await network();
    const variables = { HTTPS_PROXY: `http://${address}`, HTTP_PROXY: 'http://[company' };
    expect(await fetchFrom('https://mirror.invalid/', copyPackage(), { ...env, ...variables })).toMatch(
      /\ntrue\n$/,
    );
  });

  test('a certificate that only the company trusts is reported with advice', async () => {
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
