/** Characters from which fast-check makes texts. */
import * as fc from '#tests/support/fast-check.ts';

/** Any code point, unassigned ones, NUL and lone surrogates included. */
export const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
