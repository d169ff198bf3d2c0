/** The system's browser as far as a sign-in needs one: follows redirects and keeps cookies. */
export interface Visit {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const MAX_REDIRECTS = 12;

/** @param onRedirect may change where the browser goes next, or stop it there with `null`. */
export async function browse(
  start: string,
  onRedirect: (url: string) => string | null = (url) => url,
): Promise<Visit> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let count = 0; count < MAX_REDIRECTS; count += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    const location = response.headers.get('location');
    const next = location === null ? null : onRedirect(new URL(location, url).href);
    if (next === null) return { url, status: response.status, headers: response.headers, text };
    url = next;
  }
  throw new Error('Too many redirects');
}

/** Where Google's answer would go, without going there. */
export async function answerUrl(authorizeUrl: string): Promise<string> {
  let found = '';
  await browse(authorizeUrl, (url) => {
    if (!new URL(url).pathname.endsWith('/callback')) return url;
    found = url;
    return null;
  });
  if (found === '') throw new Error('The provider never came to its answer');
  return found;
}
