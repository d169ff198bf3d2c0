/** Characters from which fast-check makes texts. */
import * as fc from '#tests/support/fast-check.ts';

/** Any code point, including unassigned ones, NUL and lone surrogates. */
export const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
