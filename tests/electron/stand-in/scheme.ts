/**
 * The app's own schemes. Chromium aborts navigations to schemes that it does not know and there is no way to
 * teach it one from outside, so `app://bundle/x` travels as `https://bundle.app.scheme.invalid/x`. The reserved
 * top-level domain `.invalid` (RFC 6761) never resolves: an address that slipped through reaches nobody.
 *
 * Limits: page code must use relative addresses; `location.href` in the page shows the https form. Every scheme has
 * the privileges standard, secure, fetch and CORS, whatever was registered.
 */
const SUFFIX = '.scheme.invalid';
const schemes = new Set<string>();

/** Makes `scheme` one of the app's own. */
export function addScheme(scheme: string): void {
  schemes.add(scheme.toLowerCase());
}

/** The patterns by which Chromium hands over requests to the app's schemes. */
export function schemePatterns(): readonly string[] {
  return [...schemes].map((scheme) => `https://*.${scheme}${SUFFIX}/*`);
}

/** The address by which Chromium knows `url`. */
export function toChromiumUrl(url: string): string {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url);
  const [, scheme = '', host = '', rest = ''] = parts ?? [];
  if (!schemes.has(scheme.toLowerCase())) return url;
  return `https://${host}.${scheme.toLowerCase()}${SUFFIX}${rest.startsWith('/') ? rest : `/${rest}`}`;
}

/** The address by which the app knows `url`. */
export function toAppUrl(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed?.hostname.endsWith(SUFFIX)) return url;
  const labels = parsed.hostname.slice(0, -SUFFIX.length).split('.');
  const scheme = labels.pop() ?? '';
  return `${scheme}://${labels.join('.')}${parsed.pathname}${parsed.search}${parsed.hash}`;
}

/** The origin of an address that the app knows. Node answers `null` for schemes of our own; Electron does not. */
export function appOrigin(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return 'null';
  return schemes.has(parsed.protocol.slice(0, -1)) ? `${parsed.protocol}//${parsed.host}` : parsed.origin;
}

/** A header for Chromium: `app://host` and the bare `app:` of a content security policy become their https form. */
export function toChromiumHeader(value: string): string {
  return value
    .replaceAll(/\b([a-z][a-z0-9+.-]*):\/\/[\w.*-]+/gi, (url, scheme: string) =>
      schemes.has(scheme.toLowerCase()) ? toChromiumUrl(url).replace(/\/$/, '') : url,
    )
    .replaceAll(/(^|[\s;])([a-z][a-z0-9+.-]*):(?=[\s;]|$)/gi, (source, before: string, scheme: string) =>
      schemes.has(scheme.toLowerCase()) ? `${before}https://*.${scheme.toLowerCase()}${SUFFIX}` : source,
    );
}
