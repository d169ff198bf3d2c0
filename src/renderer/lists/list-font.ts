/**
 * A font that places the words of a drawn list, in the text area and in its mirror alike: a box with the space
 * after it is one level wide, and each space that indents a line is half a level wide. A text area has no other
 * way to indent only some of its lines. The font has only these characters, and draws none of them.
 */
import { fontFile } from './font-file.ts';
import { LEVEL } from './nesting.ts';

/** The font sizes of texts with lists, in CSS pixels. */
const SIZES = [14, 15] as const;

// Those of Inter, whose baseline and spaces stay where they are.
const EM = 2048;
const ASCENT = 1984;
const DESCENT = 494;
const SPACE_WIDTH = 576;

const [LETTER, SPACE, SPACE_IN_WORDS, INDENT, BOX] = [0, 1, 2, 3, 4] as const;

/** The font's name, for the styles of a text of this font size. */
export function listFont(size: (typeof SIZES)[number]): string {
  return `InklingList${size}`;
}

/** Must be called before a list is drawn. */
export function addListFonts(): void {
  for (const size of SIZES) {
    const name = listFont(size);
    if ([...document.fonts].some(({ family }) => family === name)) continue;
    document.fonts.add(new FontFace(name, listFontFile(size)));
  }
}

function listFontFile(size: number): Uint8Array<ArrayBuffer> {
  const indent = Math.round((LEVEL / 2 / size) * EM);
  return fontFile({
    unitsPerEm: EM,
    ascent: ASCENT,
    descent: DESCENT,
    widths: [0, SPACE_WIDTH, SPACE_WIDTH, indent, 2 * indent - SPACE_WIDTH],
    characters: [
      [' ', SPACE],
      ['☐', BOX],
      ['☑', BOX],
    ],
    replacements: [
      // From the left to the right, so that only the spaces before everything else are left over.
      { from: SPACE, to: SPACE_IN_WORDS, where: [{ before: [LETTER, SPACE_IN_WORDS, BOX] }] },
      // A single space before words is no indentation: it also follows an emoji, which is drawn by itself.
      { from: SPACE, to: INDENT, where: [{ after: [SPACE, BOX] }, { before: [INDENT] }] },
    ],
  });
}
