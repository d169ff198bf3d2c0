/** Electron's security checklist, points 5 and 12 to 15, for every page that Electron creates. */
import { EventEmitter } from 'node:events';
import * as fc from '#tests/support/fast-check.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hardenPages, refuseUnsafeStart } from '#main/guard/hardening.ts';
import { openLink } from '#main/links/open-outside.ts';

type WindowOpenHandler = (details: { url: string }) => { action: string };
type Decide = (granted: boolean) => void;

const electron = vi.hoisted(() => ({
  onCreated: null as null | ((event: object, contents: unknown) => void),
  onRequest: null as
    | null
    | ((contents: unknown, permission: string, decide: (granted: boolean) => void) => void),
  onCheck: null as null | ((contents: unknown, permission: string) => boolean),
  onDownload: null as null | ((event: { preventDefault: () => void }) => void),
  opened: [] as string[],
  switches: new Map<string, string>(),
}));
vi.mock('electron', () => ({
  app: {
    on: (_name: string, listener: typeof electron.onCreated) => (electron.onCreated = listener),
    commandLine: {
      hasSwitch: (name: string) => electron.switches.has(name),
      getSwitchValue: (name: string) => electron.switches.get(name) ?? '',
      removeSwitch: (name: string) => electron.switches.delete(name),
    },
  },
  session: {
    fromPartition: () => ({
      setPermissionRequestHandler: (handler: typeof electron.onRequest) => (electron.onRequest = handler),
      setPermissionCheckHandler: (handler: typeof electron.onCheck) => (electron.onCheck = handler),
      on: (_name: 'will-download', listener: typeof electron.onDownload) => (electron.onDownload = listener),
    }),
  },
  shell: { openExternal: async (url: string) => void electron.opened.push(url) },
}));

class Page extends EventEmitter {
  onWindow: WindowOpenHandler = () => ({ action: 'allow' });
  webRtcPolicy = 'default';
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.onWindow = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy;
  }
  /** Emits the event. @returns whether the app allowed it */
  try(name: string, fields: object = {}): boolean {
    let prevented = false;
    this.emit(name, { ...fields, preventDefault: () => (prevented = true) });
    return !prevented;
  }
}

let page: Page;
let links: string[];
beforeEach(() => {
  page = new Page();
  links = [];
  electron.opened.length = 0;
  hardenPages((url) => void links.push(url));
  electron.onCreated?.({}, page);
});

/** Electron's permissions of today. */
const PERMISSIONS =
  'clipboard-read clipboard-sanitized-write deprecated-sync-clipboard-read display-capture fileSystem fullscreen geolocation ' +
  'hid idle-detection keyboardLock media mediaKeySystem midi midiSysex ' +
  'notifications openExternal pointerLock serial speaker-selection storage-access top-level-storage-access ' +
  'unknown usb window-management';

test('[C82] no page is given a permission, whatever its name', () => {
  const name = fc.oneof(fc.constantFrom(...PERMISSIONS.split(' ')), fc.string());
  fc.assert(
    fc.property(name, (permission) => {
      const decide = vi.fn<Decide>();
      electron.onRequest?.(page, permission, decide);
      expect(decide.mock.calls).toEqual([[false]]);
      expect(electron.onCheck?.(page, permission)).toBe(false);
    }),
    { numRuns: 300, examples: PERMISSIONS.split(' ').map((permission): [string] => [permission]) },
  );
});

test('[C114] no page sends by UDP', () => {
  expect(page.webRtcPolicy).toBe('disable_non_proxied_udp');
});

test('[C115] no page downloads a file', () => {
  const preventDefault = vi.fn<() => void>();
  electron.onDownload?.({ preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
});

test('[C89] no page embeds another', () => {
  expect(page.try('will-attach-webview')).toBe(false);
});

test.each([
  ['app://inkling/index.html#/trash', true],
  ['app://inkling.example.org/', false],
  ['https://example.org/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['about:blank', false],
])('[C90] a page may navigate to %s: %s', (url, may) => {
  expect(page.try('will-navigate', { url })).toBe(may);
});

test('[C91] no page opens a window; its address is opened as a link', () => {
  expect(page.onWindow({ url: 'https://example.org/' })).toEqual({ action: 'deny' });
  expect(links).toEqual(['https://example.org/']);
});

test('[C92] only addresses of the web leave the app, as the URL parser reads them', async () => {
  const scheme = fc.constantFrom(
    'http',
    'https',
    'HTTPS',
    'file',
    'javascript',
    'smb',
    'ms-settings',
    'app',
    'x',
    ' https',
    '',
  );
  await fc.assert(
    fc.asyncProperty(scheme, fc.constantFrom(':', '://', ':\\\\'), fc.string(), async (name, colon, rest) => {
      electron.opened.length = 0;
      const address = name + colon + rest;
      const protocol = URL.canParse(address) ? new URL(address).protocol : '';
      if (protocol === 'mailto:') return;
      if (protocol === 'http:' || protocol === 'https:') {
        await openLink(address);
        expect(electron.opened).toEqual([new URL(address).href]);
      } else {
        await expect(openLink(address)).rejects.toMatchObject({ code: 'invalid-argument' });
        expect(electron.opened).toEqual([]);
      }
    }),
  );
});

test.each([
  'mailto:ada@example.org',
  'mailto:ada%2Bnotes@xn--bcher-kva.example',
  'mailto:ada@bücher.example',
  'MAILTO:ada@example.org',
])('the address %s opens in the mail program', async (address) => {
  await openLink(address);
  expect(electron.opened).toEqual([new URL(address).href]);
});

test.each([
  'mailto:',
  'mailto:ada',
  'mailto:ada@example.org?attach=/etc/passwd',
  'mailto:ada@example.org,bob@example.org',
  'mailto:ada@example.org#x',
  'mailto://ada@example.org',
  'mailto:ada@example.org\n?cc=bob@example.org',
  'mailto:ada@example.org%2Cbob@example.org',
  'mailto:ada%40example.org%2Cbob@example.org',
  'mailto:ada%2Cbob@example.org',
  'mailto:ada@example.org%3Fcc%3Dbob%40example.org',
  'mailto:ada@example.org%0ABcc%3A%20bob',
  'mailto:ada%0D%0ABcc:bob@example.org',
  'mailto:ada@example.org%252Cbob',
  'mailto:%3Cada@example.org%3E',
  'mailto:ada%E2%80%AE@example.org',
  'mailto:ada%00@example.org',
  'mailto:ada%FF@example.org',
  'mailto:ada@example.org\uFF0Cbob\uFF20example.org',
  'mailto:ada@example.org%EF%BC%9Fcc=bob',
])('[C92] the address %j is refused, because it is not exactly one mail address', async (address) => {
  await expect(openLink(address)).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(electron.opened).toEqual([]);
});

describe('the command line of a packaged app', () => {
  beforeEach(() => electron.switches.clear());

  test.each([
    'remote-debugging-port',
    'remote-debugging-pipe',
    'trace-startup',
    'enable-tracing',
    'trace-config-file',
    'log-net-log',
    'ssl-key-log-file',
    'log-file',
    'ignore-certificate-errors',
    'ignore-certificate-errors-spki-list',
    'disable-web-security',
    'allow-running-insecure-content',
    'js-flags',
    'disable-blink-features',
    'enable-experimental-web-platform-features',
    'enable-blink-test-features',
    'allow-file-access-from-files',
    'disable-site-isolation-trials',
    'browser-subprocess-path',
    'gpu-launcher',
    'renderer-cmd-prefix',
    'utility-cmd-prefix',
    'zygote-cmd-prefix',
  ])('[C54] --%s is refused by its name, and removed before Electron obeys it', (name) => {
    electron.switches.set(name, '');
    expectRefusal(name);
  });

  test.each([
    ['enable-features', 'SharedArrayBuffer'],
    ['enable-features', 'UseOzonePlatform,DirectSockets'],
    ['enable-features', 'WaylandWindowDecorations<Trial,IsolatedWebApps'],
    ['enable-blink-features', 'DirectSockets'],
    ['disable-features', 'MediaRouter,ConnectionAllowlists<Trial'],
    ['enable-logging', 'file'],
    ['blink-settings', 'primaryHoverType=2,webSecurityEnabled=false'],
  ])('[C54] --%s=%s is refused for its value', (name, value) => {
    electron.switches.set(name, value);
    expectRefusal(name);
  });

  function expectRefusal(name: string): void {
    expect(refuseUnsafeStart).toThrow(
      expect.objectContaining({
        code: 'refused-switch',
        message: expect.stringContaining(`with --${name},`),
      }),
    );
    expect([...electron.switches]).toEqual([]);
  }

  test('several refused switches are named in one message', () => {
    electron.switches.set('js-flags', '').set('remote-debugging-port', '');
    expect(refuseUnsafeStart).toThrow('--remote-debugging-port and --js-flags');
  });

  test('switches that desktops, launchers and users pass are accepted', () => {
    const passed =
      'no-sandbox user-data-dir password-store lang class enable-logging squirrel-firstrun proxy-server proxy-pac-url ' +
      'proxy-bypass-list no-proxy-server auth-server-whitelist ozone-platform ozone-platform-hint ' +
      'disable-features enable-wayland-ime disable-gpu use-gl force-device-scale-factor force-renderer-accessibility ' +
      'gtk-version quick-note hidden self-check updated force-run original-process-start-time';

    for (const name of passed.split(' ')) electron.switches.set(name, '');
    electron.switches
      .set(
        'enable-features',
        'UseOzonePlatform,WaylandWindowDecorations,WebRTCPipeWireCapturer,VaapiVideoDecoder',
      )
      .set('disable-features', 'WaylandWpColorManagerV1,HardwareMediaKeyHandling')
      .set('enable-blink-features', 'MiddleClickAutoscroll')
      .set('blink-settings', 'primaryHoverType=2,availablePointerTypes=4');
    refuseUnsafeStart();
    expect([...electron.switches.keys()].join(' ')).toBe(
      `${passed} enable-features enable-blink-features blink-settings`,
    );
  });

  test('[C55] no TLS keys are written to the file that a variable names, and the app still starts', () => {
    vi.stubEnv('SSLKEYLOGFILE', '/tmp/keys');
    onTestFinished(() => void vi.unstubAllEnvs());
    refuseUnsafeStart();
    expect(process.env['SSLKEYLOGFILE']).toBeUndefined();
  });
});
