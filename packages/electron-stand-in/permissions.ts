/**
 * The session's permission handlers. When a page calls a function that needs a permission, they are asked
 * first (page/main-world.ts). Their answer is then set in Chromium for the page's origin, so that the
 * function itself obeys it. As in Electron, the check handler answers a page that only queries a permission,
 * the request handler one that wants to use it, and without handlers everything is granted.
 *
 * Limits: Chromium is told only of the permissions listed here. The handlers are asked at calls of the
 * functions that page/main-world.ts wraps, not at Chromium's own checks.
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

/** Chromium's names for Electron's permissions. */
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

async function askHandlers(
  contents: object,
  permission: string,
  check: boolean,
  url: string,
): Promise<boolean> {
  const details = { requestingUrl: url, isMainFrame: true };
  const { request, check: checkHandler } = permissionHandlers;
  if (check) return checkHandler?.(contents, permission, `${appOrigin(url)}/`, details) ?? true;
  if (!request) return true;
  return new Promise((resolve) => {
    request(contents, permission, resolve, details);
  });
}

/**
 * Asks the app's handlers and sets their answer in Chromium.
 * @param chromiumUrl address of the asking document, as Chromium knows it
 */
export async function decidePermission(
  contents: object,
  question: { readonly permission: string; readonly check: boolean },
  chromiumUrl: string,
): Promise<boolean> {
  const granted = await askHandlers(contents, question.permission, question.check, toAppUrl(chromiumUrl));
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
