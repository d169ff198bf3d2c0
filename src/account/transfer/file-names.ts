/**
 * Names of files that every system takes, made of a note's own words. Nothing of a note can lead out of the folder
 * or give a file a meaning that it does not have.
 */

/** UTF-16 units: with folder, number and ending far below what Windows (260 for a path) and Linux (255 bytes) take. */
const MOST_UNITS = 60;
const UNNAMED = 'Note';

/** Devices of Windows, whatever their ending (https://learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const RESERVED = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])(?:\.|$)/i;
/** Control characters, invisible ones, and what a path gives a meaning to on some system. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** The title, else the first words of the text, as a file's name without an ending. */
export function baseNameOf(title: string, text: string): string {
  const words = clean(title) || clean(text.slice(0, MOST_UNITS * 10)) || UNNAMED;
  return RESERVED.test(words) ? `_${words}` : words;
}

function clean(words: string): string {
  const line = words
    .toWellFormed()
    .replaceAll('\uFFFD', ' ')
    .normalize('NFC')
    .replaceAll(FORBIDDEN, ' ')
    .replaceAll(/\s+/g, ' ')
    // A name that starts with a dot is hidden on some systems, one that ends with one is another on Windows.
    .replace(/^[\s.~-]+/, '');
  return clip(line).replace(/[\s.]+$/, '');
}

/** At the end of a word where there is one near, and never within a character. */
function clip(line: string): string {
  if (line.length <= MOST_UNITS) return line;
  const short = line.slice(0, MOST_UNITS).replace(/[\uD800-\uDBFF]$/, '');
  const space = short.lastIndexOf(' ');
  return space > MOST_UNITS / 2 ? short.slice(0, space) : short;
}

/** Names within one folder, no two of which any system takes for the same. */
export interface FileNames {
  /** @returns the name as it is, or with the next free number; nobody else gets it */
  claim(base: string): string;
}

export function createFileNames(ending: string): FileNames {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return {
    claim(base) {
      const key = toComparable(base);
      for (let number = (numbers.get(key) ?? 0) + 1; ; number += 1) {
        const name = number === 1 ? base : `${base} (${number})`;
        if (taken.has(toComparable(name))) continue;
        taken.add(toComparable(name));
        numbers.set(key, number);
        return `${name}${ending}`;
      }
    },
  };
}

/** Coarser than the folding of any file system: what is told apart here is told apart there. */
function toComparable(name: string): string {
  return name.normalize('NFKD').toLowerCase().toUpperCase().normalize('NFKD');
}
