/**
 * Writes an OpenType font whose glyphs draw nothing and only have widths, with rules that replace a glyph by
 * another one beside certain others. The format is that of ISO/IEC 14496-22. Checksums are left out, because
 * browsers compute their own.
 */

/** Glyphs are numbers from 0. Glyph 0 stands for each character that the font lacks. */
type Glyph = number;

interface EmptyGlyphs {
  /** How many font units are as long as the font size. */
  readonly unitsPerEm: number;
  /** How far the font reaches above and below its baseline, in font units. */
  readonly ascent: number;
  readonly descent: number;
  /** In font units. */
  readonly widths: readonly number[];
  /** In ascending order of the characters. */
  readonly characters: readonly (readonly [character: string, glyph: Glyph])[];
  /** Each is applied to the whole line, one after the other. */
  readonly replacements: readonly Replacement[];
}

interface Replacement {
  readonly from: Glyph;
  readonly to: Glyph;
  /** The glyph is replaced if one of these is true. */
  readonly where: readonly Neighbours[];
}

/** The glyph before or after, already replaced if it is before. In ascending order. */
type Neighbours = { readonly before: readonly Glyph[] } | { readonly after: readonly Glyph[] };

type Bytes = readonly number[];

export function fontFile(font: EmptyGlyphs): Uint8Array<ArrayBuffer> {
  const { unitsPerEm, ascent, descent, widths } = font;
  const count = widths.length;
  /** In ascending order of their names. */
  const tables: readonly (readonly [name: string, table: Bytes])[] = [
    ['GSUB', replacementTable(font.replacements)],
    [
      'OS/2',
      [
        ...u16(0, 0, 400, 5, 0),
        ...zeros(52),
        ...u16(0x40, 0x20, 0xffff, ascent, -descent, 0, ascent, descent),
      ],
    ],
    ['cmap', characterTable(font.characters)],
    // No outlines.
    ['glyf', u32(0)],
    ['head', [...u32(0x10000, 0, 0, 0x5f0f3cf5), ...u16(0, unitsPerEm), ...zeros(26), ...u16(8, 2, 0, 0)]],
    [
      'hhea',
      [...u32(0x10000), ...u16(ascent, -descent, 0, Math.max(...widths)), ...zeros(20), ...u16(0, count)],
    ],
    ['hmtx', widths.flatMap((width) => u16(width, 0))],
    ['loca', zeros(2 * (count + 1))],
    ['maxp', [...u32(0x10000), ...u16(count, 0, 0, 0, 0, 1), ...zeros(16)]],
    ['name', u16(0, 0, 6)],
    ['post', [...u32(0x30000), ...zeros(28)]],
  ];
  const padded = tables.map(([, table]) => [...table, ...zeros(-table.length & 3)]);
  const file = withOffsets(
    (offsets) => [
      ...u32(0x10000),
      ...u16(tables.length, 128, 3, tables.length * 16 - 128),
      ...tables.flatMap(([name, table], index) =>
        letters(name).concat(u32(0, offsets[index] ?? 0, table.length)),
      ),
    ],
    padded,
  );
  return new Uint8Array(file);
}

function characterTable(characters: EmptyGlyphs['characters']): Bytes {
  const groups = characters.flatMap(([character, glyph]) => {
    const code = character.codePointAt(0) ?? 0;
    return u32(code, code, glyph);
  });
  return [
    ...u16(0, 1, 3, 10),
    ...u32(12),
    ...u16(12, 0),
    ...u32(16 + groups.length, 0, characters.length),
    ...groups,
  ];
}

/** The rules are of the feature `ccmp`, which no style can turn off. */
function replacementTable(replacements: readonly Replacement[]): Bytes {
  // Two lookups for each replacement: where it is made, and what it does.
  const lookups = replacements.flatMap(({ from, to, where }, index) => [
    lookup(
      6,
      where.map((neighbours) => contextRule(from, neighbours, 2 * index + 1)),
    ),
    lookup(1, [withOffsets(([coverage]) => u16(2, coverage ?? 0, 1, to), [coverageOf([from])])]),
  ]);
  const scripts = [...u16(1), ...letters('DFLT'), ...u16(8, 4, 0, 0, 0xffff, 1, 0)];
  const rules = replacements.map((_, index) => 2 * index);
  const features = [...u16(1), ...letters('ccmp'), ...u16(8, 0, rules.length, ...rules)];
  const lookupList = withOffsets((offsets) => u16(lookups.length, ...offsets), lookups);
  return withOffsets((offsets) => u16(1, 0, ...offsets), [scripts, features, lookupList]);
}

function lookup(type: number, rules: readonly Bytes[]): Bytes {
  return withOffsets((offsets) => u16(type, 0, rules.length, ...offsets), rules);
}

/** Does the lookup of this index to the glyph beside these neighbours. */
function contextRule(glyph: Glyph, neighbours: Neighbours, index: number): Bytes {
  const isBefore = 'before' in neighbours;
  const beside = coverageOf(isBefore ? neighbours.before : neighbours.after);
  return withOffsets(
    ([here = 0, there = 0]) =>
      isBefore ? u16(3, 1, there, 1, here, 0, 1, 0, index) : u16(3, 0, 1, here, 1, there, 1, 0, index),
    [coverageOf([glyph]), beside],
  );
}

function coverageOf(glyphs: readonly Glyph[]): Bytes {
  return u16(1, glyphs.length, ...glyphs);
}

/** @param header has the same length whatever the offsets are; they count from its beginning */
function withOffsets(header: (offsets: readonly number[]) => Bytes, parts: readonly Bytes[]): Bytes {
  let at = header(parts.map(() => 0)).length;
  const offsets = parts.map((part) => {
    at += part.length;
    return at - part.length;
  });
  return [...header(offsets), ...parts.flat()];
}

function u16(...values: readonly number[]): Bytes {
  return values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
}

function u32(...values: readonly number[]): Bytes {
  return values.flatMap((value) => u16(value >>> 16, value & 0xffff));
}

function letters(text: string): Bytes {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function zeros(count: number): Bytes {
  return Array.from({ length: count }, () => 0);
}
