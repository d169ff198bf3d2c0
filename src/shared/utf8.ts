/** How many bytes a string takes as UTF-8; a lone surrogate counts as the U+FFFD that it becomes. */
export function utf8Length(text: string): number {
  let bytes = 0;
  // By units: taking a string apart into characters takes several times as long.
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalfOfPair(text, at, unit) ? 2 : 3;
  }
  return bytes;
}

/** A pair of surrogates takes four bytes. */
function isHalfOfPair(text: string, at: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdfff) return false;
  return unit < 0xdc00 ? isLow(text.charCodeAt(at + 1)) : isHigh(text.charCodeAt(at - 1));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
