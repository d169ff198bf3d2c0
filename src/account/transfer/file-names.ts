/**
 * Makes file names that every system accepts from a note's own words. No words can lead out of the folder, or
 * give a file a meaning that it does not have.
 */

/**
 * UTF-16 units. With folder, number and ending far below the limits of Windows (260 for a path) and Linux
 * (255 bytes).
 */
const MOST_UNITS = 60;
const UNNAMED = 'Note';

/**
 * Names of devices on Windows, with any ending
 * (https://learn.microsoft.com/windows/win32/fileio/naming-a-file).
 */
const RESERVED = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])(?:\.|$)/i;
/** Control characters, invisible characters, and those with a meaning in a path on some system. */
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
    // A name that starts with a dot is hidden on some systems; Windows drops a dot at the end of a name.
    .replace(/^[\s.~-]+/, '');
  return clip(line).replace(/[\s.]+$/, '');
}

/** Cuts at the end of a word if there is one near the limit, and never within a character. */
function clip(line: string): string {
  if (line.length <= MOST_UNITS) return line;
  const short = line.slice(0, MOST_UNITS).replace(/[\uD800-\uDBFF]$/, '');
  const space = short.lastIndexOf(' ');
  return space > MOST_UNITS / 2 ? short.slice(0, space) : short;
}

/** Names within one folder, no two of which are the same on any system. */
export interface FileNames {
  /** @returns the name with its ending, and with the next free number if it is taken; nobody else gets it */
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

/** Coarser than the case folding of any file system: names that differ here differ there. */
function toComparable(name: string): string {
  return name.normalize('NFKD').toLowerCase().toUpperCase().normalize('NFKD');
}
