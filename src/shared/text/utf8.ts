/** How many bytes a string takes as UTF-8; a lone surrogate counts as the U+FFFD that it becomes. */
export function utf8Length(text: string): number {
  let bytes = 0;
  // By index: iterating makes a string of every character and takes several times as long.
  for (let at = 0; at < text.length; at += 1) {
    const codePoint = text.codePointAt(at) ?? 0;
    // A pair of surrogates.
    if (codePoint >= 0x10000) at += 1;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
  return bytes;
}
