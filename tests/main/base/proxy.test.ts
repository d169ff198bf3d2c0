import { describe, expect, test } from 'vitest';
import { loginOf, routeOf } from '#main/base/proxy.ts';

describe('the system’s answer', () => {
  test.each([
    ['DIRECT', { kind: 'direct' }],
    ['', { kind: 'direct' }],
    ['PROXY company:3128', { kind: 'proxy', url: 'http://company:3128' }],
    ['PROXY company:3128;DIRECT', { kind: 'proxy', url: 'http://company:3128' }],
    ['proxy [::1]:80', { kind: 'proxy', url: 'http://[::1]' }],
    ['SOCKS5 tor:9050', { kind: 'unsupported' }],
    ['HTTPS company:443; SOCKS company:1080', { kind: 'unsupported' }],
    // A proxy that gRPC cannot use is skipped, and then the system's list names the next choice.
    ['HTTPS company:443; PROXY company:3128', { kind: 'proxy', url: 'http://company:3128' }],
    ['SOCKS5 tor:9050; DIRECT', { kind: 'direct' }],
    ['PROXY', { kind: 'unsupported' }],
  ])('[C42] the system’s proxy answer "%s" gives the route %j', (answer, route) => {
    expect(routeOf(answer, {})).toEqual(route);
  });
});

describe('a login in the environment', () => {
  const environment = { https_proxy: 'http://ada%40company:100%25%20right@company:3128/' };

  test('[C41] a login in the environment is used for the proxy with the same host and port', () => {
    const url = 'http://ada%40company:100%25%20right@company:3128';
    expect(routeOf('PROXY company:3128', environment)).toEqual({ kind: 'proxy', url });
    expect(loginOf('company', 3128, environment)).toEqual({
      username: 'ada@company',
      password: '100% right',
    });
  });

  test.each([
    ['another port', 'PROXY company:8080'],
    ['another host', 'PROXY elsewhere:3128'],
  ])('[C41] a login in the environment is not given to %s', (_, answer) => {
    expect(routeOf(answer, environment)).not.toHaveProperty('url', expect.stringContaining('@'));
  });

  test.each([
    ['HTTPS_PROXY', 'http://ada:secret@company:80'],
    ['http_proxy', 'http://ada:secret@company'],
    ['ALL_PROXY', 'ada:secret@company:80'],
  ])('a proxy’s login is found in the environment variable %s=%s', (name, value) => {
    expect(loginOf('company', 80, { [name]: value })).toEqual({ username: 'ada', password: 'secret' });
  });

  test.each(['', 'company:80', 'http://company:80', 'no address at all', 'http://'])(
    'no login of a proxy is found in the value "%s"',
    (value) => {
      expect(loginOf('company', 80, { https_proxy: value })).toBeNull();
    },
  );

  test('a stray per cent sign in a proxy’s login is part of the password', () => {
    const login = { username: 'ada', password: '100%' };
    expect(loginOf('company', 80, { https_proxy: 'http://ada:100%@company:80' })).toEqual(login);
  });
});
