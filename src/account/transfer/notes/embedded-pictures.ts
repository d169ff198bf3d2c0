/**
 * Pictures that stand in a web page itself, as `data:` addresses (RFC 2397). They are taken out before the
 * page is parsed: a picture of megabytes would make the parser slow.
 */

export interface EmbeddedPicture {
  /** The ending of a file with it, with its dot. */
  readonly ending: string;
  readonly bytes: Uint8Array;
}

export interface PageWithoutPictures {
  /** The page, with a short address in the place of each picture. */
  readonly html: string;
  /** The addresses that stood there, by the short ones. */
  readonly addresses: ReadonlyMap<string, string>;
}

const START = /\bsrc\s*=\s*(["'])(?=data:)/gi;
const SCHEME = 'embedded-picture:';

export function takePictures(html: string): PageWithoutPictures {
  const pieces: string[] = [];
  const addresses = new Map<string, string>();
  let end = 0;
  for (const { 0: start, 1: quote = '"', index } of html.matchAll(START)) {
    const from = index + start.length;
    // Text that looks like a picture may be within a picture.
    if (index < end) continue;
    const closing = html.indexOf(quote, from);
    if (closing < 0) break;
    const short = `${SCHEME}${addresses.size}`;
    pieces.push(html.slice(end, from), short);
    addresses.set(short, html.slice(from, closing));
    end = closing;
  }
  return { html: pieces.join('') + html.slice(end), addresses };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/jpg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/bmp': '.bmp',
  'image/heic': '.heic',
  'image/avif': '.avif',
  'image/svg+xml': '.svg',
  'audio/3gpp': '.3gp',
  'audio/amr': '.amr',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/ogg': '.ogg',
};

/** Null if it is not a picture or recording, or is empty. */
export function readPicture(address: string): EmbeddedPicture | null {
  const comma = address.indexOf(',');
  const [type = '', ...parameters] = address
    .slice('data:'.length, Math.max(0, comma))
    .toLowerCase()
    .split(';');
  const ending = ENDINGS[type.trim()];
  if (comma < 0 || ending === undefined) return null;
  const data = address.slice(comma + 1);
  const bytes = parameters.some((each) => each.trim() === 'base64')
    ? Buffer.from(data, 'base64')
    : Buffer.from(decodePercent(data));
  return bytes.length === 0 ? null : { ending, bytes };
}

function decodePercent(data: string): string {
  try {
    return decodeURIComponent(data);
  } catch {
    return data;
  }
}
