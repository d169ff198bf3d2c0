/** Characters from which fast-check makes texts. */
import * as fc from '#tests/support/fast-check.ts';

/** Any code point, including unassigned ones, NUL and lone surrogates. */
export const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));

/** Letters with accents, ligatures, and scripts in which marks mean more. */
export const accentedUnit = fc.oneof(
  fc.constantFrom(...Array.from('aeiosclzAEIOSCLZ   \n')),
  fc.constantFrom(
    ...Array.from('éèçàÉłŁøØßẞæÆœŒıİđñ'),
    'e\u0301',
    'l\u0323\u0301',
    '\u0301',
    'ﬁ',
    'ĳ',
    '’',
    'ŉ',
    '\u212b',
  ),
  fc.constantFrom(
    'ё',
    'е',
    'й',
    'ά',
    'α',
    'ς',
    'שָׁ',
    'ש',
    'كِ',
    'ك',
    'が',
    'か',
    '漢',
    '\uf9c7',
    '\u{2f804}',
    '𑂚',
    '가',
    '각',
  ),
);

/** Includes parts of Korean syllables, which accents between them keep apart. */
export const accentedText = fc
  .array(
    fc.oneof(accentedUnit, anyCodePoint, fc.constantFrom('\u1100', '\u1161', '\u11a8', '\u09c7', '\u09be')),
    {
      maxLength: 10,
    },
  )
  .map((units) => units.join(''));
