/** The one origin that the app's pages have. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'inkling';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/**
 * Whether an address is one of the app's own pages. The `URL` class gives a custom scheme no origin to
 * compare.
 */
export function isOwnPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === `${APP_SCHEME}:` && host === APP_HOST;
}
