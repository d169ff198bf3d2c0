/**
 * The picture of the signed-in account. The main process fetches it, because pages have no network, and only
 * from the one server of Google; a page cannot name another.
 */
import { PICTURE_ORIGIN } from '#shared/ipc/session.ts';
import type { Http } from '../auth/http.ts';
import { createRateLimit } from './rate-limit.ts';

export interface Picture {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** Images without code. */
const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** Further attempts fail, which shows the user's initials instead. */
const MOST_IN_MINUTE = 5;

/**
 * @param http limits the size and the time
 * @param address the current account's, or null
 * @returns a function whose result is null if there is no picture, or none that can be fetched now
 */
export function createAccountPicture(
  http: Http,
  address: () => string | null,
  now: () => number,
): () => Promise<Picture | null> {
  const limit = createRateLimit(MOST_IN_MINUTE, now);
  let fetched: { readonly address: string; readonly picture: Picture } | null = null;

  return async () => {
    const current = address();
    if (current === null || URL.parse(current)?.origin !== PICTURE_ORIGIN) return null;
    if (fetched?.address === current) return fetched.picture;
    try {
      limit();
      const picture = await fetchPicture(http, current);
      if (picture !== null) fetched = { address: current, picture };
      return picture;
    } catch {
      // Without the network, for example.
      return null;
    }
  };
}

async function fetchPicture(http: Http, url: string): Promise<Picture | null> {
  const { status, headers, body } = await http({ url, method: 'GET', signal: new AbortController().signal });
  const type = TYPES.find((each) => headers.get('content-type')?.split(';')[0]?.trim() === each);
  return status === 200 && type !== undefined ? { bytes: body, type } : null;
}
