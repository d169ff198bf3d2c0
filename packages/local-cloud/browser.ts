/** A minimal browser for sign-ins: follows redirects, stores cookies, and sends a form. */
export interface Visit {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The address that the browser was sent to but did not visit; null if it followed every redirect. */
  readonly stoppedBefore: string | null;
  /** Cookies for the next visit. */
  readonly cookies: Cookies;
}

export interface Submission {
  /** Posted to the first address. */
  readonly form?: URLSearchParams;
  /** Cookies of an earlier visit. */
  readonly cookies?: Cookies;
}

/** As in RFC 6265 §5.3: valid for a host, whatever its port, and for the paths below one. */
interface Cookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

export type Cookies = readonly Cookie[];

const MAX_REDIRECTS = 12;

/** @param onRedirect may change where the browser goes next, or stop it there with `null`. */
export async function browse(
  start: string,
  onRedirect: (url: string) => string | null = (url) => url,
  { form, cookies: earlier = [] }: Submission = {},
): Promise<Visit> {
  let cookies = earlier;
  let url = start;
  for (let count = 0; count < MAX_REDIRECTS; count += 1) {
    const posted = count === 0 && form !== undefined ? { method: 'POST', body: form } : {};
    const headers = { cookie: cookieHeader(cookies, url) };
    const response = await fetch(url, { redirect: 'manual', headers, ...posted });
    for (const line of response.headers.getSetCookie()) cookies = withCookie(cookies, line, url);
    const text = await response.text();
    const location = response.headers.get('location');
    const target = location === null ? null : new URL(location, url).href;
    const next = target === null ? null : onRedirect(target);
    if (next === null) {
      const { status, headers: received } = response;
      return { url, status, headers: received, text, stoppedBefore: target, cookies };
    }
    url = next;
  }
  throw new Error('Too many redirects');
}

/** The header that a browser with these cookies sends to the address. */
export function cookieHeader(cookies: Cookies, url: string): string {
  const { hostname, pathname } = new URL(url);
  return cookies
    .filter(({ host, path }) => host === hostname && `${pathname}/`.startsWith(path.replace(/\/?$/, '/')))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

function withCookie(cookies: Cookies, line: string, url: string): Cookies {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  const { hostname: host, pathname } = new URL(url);
  const given = attributes.find((attribute) => /^path=\//i.test(attribute))?.slice('path='.length);
  const path = given ?? pathname.replace(/\/[^/]*$/, '');
  const cookie = { host, path, name: pair.slice(0, at), value: pair.slice(at + 1) };
  const isSame = (other: Cookie): boolean =>
    other.host === host && other.path === path && other.name === cookie.name;
  return [...cookies.filter((other) => !isSame(other)), cookie];
}

/**
 * Google's answer: the address that it redirects to, which is not visited, and the cookies for that visit.
 */
export interface GoogleAnswer {
  readonly url: string;
  readonly cookies: Cookies;
}

export async function browseToAnswer(begin: string): Promise<GoogleAnswer> {
  const { stoppedBefore, cookies } = await browse(begin, (url) =>
    new URL(url).pathname.endsWith('/callback') ? null : url,
  );
  if (stoppedBefore === null) throw new Error('The provider never gave its answer');
  return { url: stoppedBefore, cookies };
}

/** Opens the address that the app opens. @returns the address of Google's page to which it redirects */
export async function openBegin(begin: string): Promise<string> {
  const { stoppedBefore } = await browse(begin, () => null);
  if (stoppedBefore === null) throw new Error('The address leads nowhere');
  return stoppedBefore;
}
