/** Files that a system puts beside a person's own, and of which nobody knows. */
const NAMES =
  /(?:^|[\\/])(?:\.DS_Store|\.localized|Thumbs\.db|ehthumbs\.db|desktop\.ini|\.directory|Icon\r|__MACOSX[\\/].*)$/i;

export function isIgnorableName(name: string): boolean {
  return NAMES.test(name);
}

/** Whether a file may be the one in which macOS puts what other systems have no place for (AppleDouble). */
export function mayBeAppleDouble(name: string): boolean {
  return /(?:^|[\\/])\._[^\\/]+$/.test(name);
}

/** The first bytes of such a file (RFC 1740, appendix A). */
export function isAppleDouble(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString('hex') === '00051607';
}
