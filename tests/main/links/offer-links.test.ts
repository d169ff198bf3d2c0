/** Only an installed app on Windows registers for links, and in a way that lets no link add switches. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { offerLinks } from '#main/links/offer-links.ts';

const app = vi.hoisted(() => ({
  isPackaged: true,
  isDefaultProtocolClient: vi.fn<(...args: unknown[]) => boolean>(),
  setAsDefaultProtocolClient: vi.fn<(...args: unknown[]) => boolean>(),
}));
vi.mock('electron', () => ({ app }));

function onPlatform(platform: string): void {
  const before = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: before }));
}

beforeEach(() => {
  vi.clearAllMocks();
  app.isPackaged = true;
});

test('[C48] on Windows an installed app registers for links, with “--” before the link, unless it is registered', () => {
  onPlatform('win32');
  app.isDefaultProtocolClient.mockReturnValueOnce(false).mockReturnValue(true);
  offerLinks();
  offerLinks();
  expect(app.setAsDefaultProtocolClient.mock.calls).toEqual([['inkling', process.execPath, ['--']]]);
  expect(app.isDefaultProtocolClient.mock.calls).toEqual([
    ['inkling', process.execPath, ['--']],
    ['inkling', process.execPath, ['--']],
  ]);
});

test.each([
  ['darwin', true],
  ['linux', true],
  ['win32', false],
])('on %s, installed: %s, the app does not register for links', (platform, isPackaged) => {
  onPlatform(platform);
  app.isPackaged = isPackaged;
  offerLinks();
  expect(app.setAsDefaultProtocolClient).not.toHaveBeenCalled();
});
