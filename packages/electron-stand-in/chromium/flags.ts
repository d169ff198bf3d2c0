/**
 * The flags with which Chromium is started: the app's switches, and those that let it show windows without
 * behaving like a browser.
 */

import { SCHEME_HOSTS } from '../scheme.ts';

/**
 * Switches that are not passed on: Node's, and those that the stand-in sets itself or simulates.
 */
const NOT_PASSED_ON = new Set([
  'inspect',
  'inspect-brk',
  'user-data-dir',
  'no-sandbox',
  'remote-debugging-port',
  'headless',
  'password-store',
  'ozone-platform',
  'proxy-bypass-list',
]);

/** Chromium's own switches for proxies, in place of which pages get the stand-in's. */
const PROXIES = [
  'proxy-server',
  'proxy-pac-url',
  'proxy-bypass-list',
  'no-proxy-server',
  'proxy-auto-detect',
];

const DISABLED_FEATURES = [
  // It supports only http, not Electron's own schemes, and compiles modules without the code cache.
  'BackgroundResourceFetch',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'OptimizationHints',
  'Translate',
  // Each window would load an address bar that it does not show, which takes a quarter of a start.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/**
 * @param options.switches values by name; an empty value means a switch without one
 * @param options.schemePort where the app's own schemes are served, if any
 */
export function chromiumFlags(options: {
  readonly switches: ReadonlyMap<string, string>;
  readonly profile: string;
  readonly schemePort: number | undefined;
  /** Where the proxy of pages listens. */
  readonly proxyPort: number;
  readonly headed: boolean;
  /**
   * Whether the processor alone draws windows: without a graphics card that is faster than an emulated one.
   */
  readonly withoutGpu: boolean;
  readonly root: boolean;
}): string[] {
  const { switches, profile, schemePort, proxyPort, headed, withoutGpu, root } = options;
  const features = switches.get('disable-features')?.split(',') ?? [];
  const passedOn = [...switches].filter(([name]) => !NOT_PASSED_ON.has(name) && name !== 'disable-features');
  const bypass = switches.get('proxy-bypass-list');
  const port = switches.get('remote-debugging-port');
  return [
    ...passedOn.map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`)),
    ...(bypass === undefined ? [] : [`--proxy-bypass-list=${bypass};${SCHEME_HOSTS}`]),
    ...(PROXIES.some((name) => switches.has(name))
      ? []
      : [
          `--proxy-server=socks5://127.0.0.1:${proxyPort}`,
          `--proxy-bypass-list=<-loopback>;${SCHEME_HOSTS}`,
        ]),
    ...(schemePort === undefined
      ? []
      : [`--host-resolver-rules=MAP ${SCHEME_HOSTS} 127.0.0.1:${schemePort}`]),
    `--disable-features=${[...new Set([...features, ...DISABLED_FEATURES])].join(',')}`,
    // On by default in newer versions, as in Electron's.
    '--enable-features=ConnectionAllowlists,OverrideConnectionAllowlistOriginTrial',
    ...(headed ? ['--keep-alive-for-test'] : ['--headless=new']),
    ...(withoutGpu ? ['--disable-gpu'] : []),
    // Only as root: Chromium with its sandbox refuses to run as that user.
    ...(root ? ['--no-sandbox', '--test-type'] : []),
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    '--hide-crash-restore-bubble',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--disable-breakpad',
    '--disable-dev-shm-usage',
    '--password-store=basic',
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    // A port is opened only for a driver, such as Playwright, that asks for one.
    ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
  ];
}
