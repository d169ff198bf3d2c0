/** The flags that Chromium is started with: the app's own switches, and what makes a browser into a host of windows. */

/** Switches of Electron or Node that mean nothing to Chromium, or that the stand-in sets itself. */
const OURS = new Set([
  'inspect',
  'inspect-brk',
  'user-data-dir',
  'no-sandbox',
  'remote-debugging-port',
  'headless',
  'password-store',
  'ozone-platform',
]);

const DISABLED_FEATURES = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'OptimizationHints',
  'Translate',
  // Each window would load the page of an address bar that it does not show: a quarter of the time of a start.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** `switches` by name; an empty value is a switch without one. */
export function chromiumFlags(options: {
  readonly switches: ReadonlyMap<string, string>;
  readonly profile: string;
  readonly headed: boolean;
  readonly root: boolean;
}): string[] {
  const { switches, profile, headed, root } = options;
  const features = switches.get('disable-features')?.split(',') ?? [];
  const passedOn = [...switches].filter(([name]) => !OURS.has(name) && name !== 'disable-features');
  const port = switches.get('remote-debugging-port');
  return [
    ...passedOn.map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`)),
    `--disable-features=${[...new Set([...features, ...DISABLED_FEATURES])].join(',')}`,
    ...(headed ? ['--keep-alive-for-test'] : ['--headless=new']),
    // Chromium's own sandbox refuses to run as root, and only then.
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
    // Only a driver such as Playwright gets an open port, and only if it asked for one.
    ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
  ];
}
