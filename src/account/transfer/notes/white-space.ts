/**
 * White space in the words of a person. U+FEFF counts as white space for JavaScript (`\s`, `trim`), but
 * inside of words it is a character like any other, which must not be lost.
 */
const WHITE = String.raw`[\t\n\v\f\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]`;
const RUN = new RegExp(`${WHITE}+`, 'g');
const START = new RegExp(`^${WHITE}+`);
const CONTROLS = new RegExp(String.raw`(?:\p{Cc}|${WHITE})+`, 'gu');

function trimStart(text: string): string {
  return text.replace(START, '');
}

export function trimEnd(text: string): string {
  let end = text.length;
  // A pattern for the end would be tried at each run of spaces, which takes long in a hostile text.
  while (end > 0 && text.slice(end - 1, end).replace(START, '') === '') end -= 1;
  return text.slice(0, end);
}

export function trim(text: string): string {
  return trimStart(trimEnd(text));
}

export function splitWords(text: string): string[] {
  return text.split(RUN);
}

/** With one space for each run of white space. */
export function withSingleSpaces(text: string): string {
  return text.replaceAll(RUN, ' ');
}

/** With the line ends of this app, and without half characters. */
export function normalizedText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').toWellFormed();
}

export function oneLine(text: string): string {
  return trim(normalizedText(text).replaceAll(CONTROLS, ' '));
}
