/**
 * Invisible characters, which can hide words or make words look like others. Unicode calls them
 * `Default_Ignorable_Code_Point`: overrides and marks of the writing direction, zero-width spaces, the byte
 * order mark, tags, fillers. Some of them affect the visible characters around them, and are not removed:
 *
 * - joiners between letters of scripts that write with them (Persian, Indic and their neighbours), and within
 *   emoji;
 * - one variation selector behind an emoji, a Han or a Mongolian character.
 */
const EMOJI = String.raw`\p{Extended_Pictographic}`;
/** The scripts in which a joiner decides how letters are written (the Unicode Standard, section 23.2). */
const SCRIPTS = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt';
const IN_SCRIPTS = SCRIPTS.replaceAll(/\w+ ?/gu, (script) => String.raw`\p{scx=${script.trim()}}`);
const LETTER = String.raw`[[[${IN_SCRIPTS}]&&[\p{L}\p{M}]]--\p{Default_Ignorable_Code_Point}]`;

const SHOWN = [
  String.raw`(?<=${EMOJI}\uFE0F?|${EMOJI}\p{Emoji_Modifier})\u200D(?=${EMOJI})`,
  String.raw`(?<=${LETTER})[\u200C\u200D](?=${LETTER})`,
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=\p{scx=Han})[\uFE00-\uFE0D\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{scx=Mong})[\u180B-\u180D\u180F]`,
];
/** Annotation marks are also invisible, although Unicode does not count them. */
const INVISIBLE = String.raw`[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`;
const PATTERN = new RegExp(`(${SHOWN.join('|')})|${INVISIBLE}`, 'gv');

/** @returns the text without invisible characters */
export function withoutInvisible(text: string): string {
  return text.replaceAll(PATTERN, '$1');
}
