/** What keeps the network from pages. `tests/e2e/page-network.spec.ts` shows what arrives. */
import { beforeEach, expect, test, vi } from 'vitest';
import { cutOffPages, limitPageNetwork } from '#main/system/page-session.ts';

const electron = vi.hoisted(() => ({ switches: new Map<string, string>(), proxies: [] as unknown[] }));
vi.mock('electron', () => ({
  app: {
    commandLine: {
      getSwitchValue: (name: string) => electron.switches.get(name) ?? '',
      appendSwitch: (name: string, value: string) => electron.switches.set(name, value),
    },
  },
  session: {
    fromPartition: (name: string) => ({
      setProxy: async (config: object) => void electron.proxies.push({ name, ...config }),
    }),
  },
}));
beforeEach(() => electron.switches.clear());

test('[C114] pages look up no names in advance, and WebRTC uses only a proxy', () => {
  limitPageNetwork();
  expect(Object.fromEntries(electron.switches)).toEqual({
    'blink-settings': 'dnsPrefetchingEnabled=false',
    'force-webrtc-ip-handling-policy': 'disable_non_proxied_udp',
  });
});

test('other settings of pages stay', () => {
  electron.switches.set('blink-settings', 'primaryHoverType=2');
  limitPageNetwork();
  expect(electron.switches.get('blink-settings')).toBe('primaryHoverType=2,dnsPrefetchingEnabled=false');
});

test('[C114] the session of the pages has a proxy that leads nowhere, even to this computer', async () => {
  await cutOffPages();
  expect(electron.proxies).toEqual([
    { name: 'persist:pages', proxyRules: 'http://127.0.0.1:0', proxyBypassRules: '<-loopback>' },
  ]);
});
