/** The system's browser as far as a sign-in needs one: follows redirects, keeps cookies, sends a form. */
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

type Cookies = ReadonlyMap<string, string>;

const MAX_REDIRECTS = 12;

/** @param onRedirect may change where the browser goes next, or stop it there with `null`. */
export async function browse(
  start: string,
  onRedirect: (url: string) => string | null = (url) => url,
  { form, cookies: earlier = new Map() }: Submission = {},
): Promise<Visit> {
  const cookies = new Map(earlier);
  let url = start;
  for (let count = 0; count < MAX_REDIRECTS; count += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const posted = count === 0 && form !== undefined ? { method: 'POST', body: form } : {};
    const response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...posted });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    const location = response.headers.get('location');
    const target = location === null ? null : new URL(location, url).href;
    const next = target === null ? null : onRedirect(target);
    if (next === null) {
      const { status, headers } = response;
      return { url, status, headers, text, stoppedBefore: target, cookies };
    }
    url = next;
  }
  throw new Error('Too many redirects');
}

/** The address that Google's answer redirects to. It is not visited. */
export async function answerUrl(authorizeUrl: string): Promise<string> {
  const { stoppedBefore } = await browse(authorizeUrl, (url) =>
    new URL(url).pathname.endsWith('/callback') ? null : url,
  );
  if (stoppedBefore === null) throw new Error('The provider never came to its answer');
  return stoppedBefore;
}
