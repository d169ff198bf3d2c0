/** The origin of all pages of the app. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'inkling';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/**
 * Whether an address belongs to one of the app's own pages. In the `URL` class, a custom scheme has no origin
 * to compare.
 */
export function isOwnPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === `${APP_SCHEME}:` && host === APP_HOST;
}
