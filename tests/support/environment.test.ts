import { expect, test } from 'vitest';
import { fixEnvironment } from './environment.ts';

test('the tests’ environment omits the user’s desktop and proxies, and nothing else', () => {
  const env: NodeJS.ProcessEnv = {
    PATH: '/bin',
    TZ: 'Pacific/Auckland',
    XDG_SESSION_TYPE: 'wayland',
    WAYLAND_DISPLAY: 'wayland-0',
    XDG_CURRENT_DESKTOP: 'ubuntu:GNOME',
    https_proxy: 'http://proxy.example:3128',
    NO_PROXY: 'localhost',
  };
  fixEnvironment(env);
  expect(env).toEqual({ PATH: '/bin', TZ: 'Pacific/Auckland', XDG_SESSION_TYPE: 'x11' });
});

test('a run may imitate a Wayland session', () => {
  const env: NodeJS.ProcessEnv = { INKLING_TEST_SESSION: 'wayland' };
  fixEnvironment(env);
  expect(env['XDG_SESSION_TYPE']).toBe('wayland');
});
