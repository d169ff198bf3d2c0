/**
 * The app's own schemes. Chromium aborts navigations to schemes that it does not know, and the DevTools
 * protocol cannot add one. So Chromium gets `http://bundle.app.scheme.localhost/x` for `app://bundle/x`, and
 * a rule that maps such names to the stand-in's own server (scheme-server.ts). Names that end with
 * `.localhost` (RFC 6761) refer to this computer, which Chromium trusts like https.
 *
 * Limits: page code must use relative addresses, and `location.href` in the page has the http form. Every
 * scheme has the privileges standard, secure, fetch and CORS, even if it was registered with others.
 */
const SUFFIX = '.scheme.localhost';
const schemes = new Set<string>();

/** Adds a scheme of the app's own. */
export function addScheme(scheme: string): void {
  schemes.add(scheme.toLowerCase());
}

/** The host names that replace the app's own schemes, as a pattern of Chromium's flags. */
export const SCHEME_HOSTS = `*${SUFFIX}`;

/** Whether the app has registered a scheme. */
export function hasSchemes(): boolean {
  return schemes.size > 0;
}

/** Whether a page can be loaded from this address, by Chromium or from the app. */
export function knowsScheme(url: string): boolean {
  const scheme = URL.parse(url)?.protocol.slice(0, -1) ?? '';
  return schemes.has(scheme) || ['http', 'https', 'file', 'data', 'about', 'blob', 'chrome'].includes(scheme);
}

/** The address that Chromium uses for the app's address `url`. */
export function toChromiumUrl(url: string): string {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url);
  const [, scheme = '', host = '', rest = ''] = parts ?? [];
  if (!schemes.has(scheme.toLowerCase())) return url;
  return `http://${host}.${scheme.toLowerCase()}${SUFFIX}${rest.startsWith('/') ? rest : `/${rest}`}`;
}

/** The address that the app uses for Chromium's address `url`. */
export function toAppUrl(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed?.hostname.endsWith(SUFFIX)) return url;
  const labels = parsed.hostname.slice(0, -SUFFIX.length).split('.');
  const scheme = labels.pop() ?? '';
  return `${scheme}://${labels.join('.')}${parsed.pathname}${parsed.search}${parsed.hash}`;
}

/** The origin of an address of the app. Unlike Electron, Node returns `null` for the app's own schemes. */
export function appOrigin(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return 'null';
  return schemes.has(parsed.protocol.slice(0, -1)) ? `${parsed.protocol}//${parsed.host}` : parsed.origin;
}

/**
 * A header's value for Chromium: `app://host`, and a content security policy's `app:`, get their http form.
 */
export function toChromiumHeader(value: string): string {
  return value
    .replaceAll(/\b([a-z][a-z0-9+.-]*):\/\/[\w.*-]+/gi, (url, scheme: string) =>
      schemes.has(scheme.toLowerCase()) ? toChromiumUrl(url).replace(/\/$/, '') : url,
    )
    .replaceAll(/(^|[\s;])([a-z][a-z0-9+.-]*):(?=[\s;]|$)/gi, (source, before: string, scheme: string) =>
      schemes.has(scheme.toLowerCase()) ? `${before}http://*.${scheme.toLowerCase()}${SUFFIX}` : source,
    );
}
