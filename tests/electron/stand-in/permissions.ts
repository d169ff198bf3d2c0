/**
 * The session's permission handlers. A page's question comes here first (page/main-world.ts); the answer is then set in
 * Chromium for the page's origin, so that the platform's own function behaves by it. Without handlers everything is
 * granted, as in Electron. What a page only wants to know is for the check handler, what it wants to use for the request handler.
 *
 * Limits: only the permissions listed here are set; a page is asked about at its first use, not on every use inside Chromium.
 */
import { requireBrowser } from './runtime.ts';
import { appOrigin, toAppUrl } from './scheme.ts';

export type RequestHandler = (
  contents: object,
  permission: string,
  callback: (granted: boolean) => void,
  details: object,
) => void;
export type CheckHandler = (contents: object, permission: string, origin: string, details: object) => boolean;

/** Chromium's names for a permission of Electron's. */
const CHROMIUM_NAMES: Readonly<Record<string, readonly string[]>> = {
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  geolocation: ['geolocation'],
  'idle-detection': ['idle-detection'],
  media: ['camera', 'microphone'],
  midi: ['midi'],
  notifications: ['notifications'],
  'window-management': ['window-management'],
};

export const permissionHandlers: { request: RequestHandler | null; check: CheckHandler | null } = {
  request: null,
  check: null,
};

async function decide(contents: object, permission: string, check: boolean, url: string): Promise<boolean> {
  const details = { requestingUrl: url, isMainFrame: true };
  const { request, check: checkHandler } = permissionHandlers;
  if (check) return checkHandler?.(contents, permission, `${appOrigin(url)}/`, details) ?? true;
  if (!request) return true;
  return new Promise((resolve) => {
    request(contents, permission, resolve, details);
  });
}

/** Decides by the app's handlers and makes Chromium agree. `chromiumUrl` is the asking document's address. */
export async function settlePermission(
  contents: object,
  question: { readonly permission: string; readonly check: boolean },
  chromiumUrl: string,
): Promise<boolean> {
  const granted = await decide(contents, question.permission, question.check, toAppUrl(chromiumUrl));
  const { origin } = new URL(chromiumUrl);
  for (const name of CHROMIUM_NAMES[question.permission] ?? []) {
    await requireBrowser().connection.send('Browser.setPermission', {
      origin,
      permission: { name },
      setting: granted ? 'granted' : 'denied',
    });
  }
  return granted;
}
