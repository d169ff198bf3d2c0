/** Reads what front matter says of a note, by the names of other programs. What is taken is not left for the text. */
import { COLORS } from '#shared/colors.ts';
import type { Micros } from '#shared/remote-store.ts';
import { type FrontMatterEntry, textOfEntry, valueOf } from './front-matter.ts';
import { OWN_KEYS } from './own-markdown.ts';
import { fromTimestamp } from '#shared/times.ts';

/** The names that programs use, without spaces, hyphens and underscores. */
const CREATED = ['created', 'createdat', 'datecreated', 'creationdate', 'date', 'ctime'];
const EDITED = [
  'updated',
  'updatedat',
  'modified',
  'modifiedat',
  'datemodified',
  'lastmodified',
  'lastmod',
  'edited',
  'mtime',
];
const TAGS = ['tags', 'tag', 'labels', 'label'];

export function createFacts(entries: readonly FrontMatterEntry[]) {
  const left = new Set(entries);
  const isOwn = ['list', 'words'].every((name) => entries.some(({ key }) => key === name));
  const list = isOwn ? entries.find(({ key }) => key === 'list')?.rest : undefined;
  if (isOwn) for (const entry of entries) if (OWN_KEYS.includes(entry.key)) left.delete(entry);

  /** Takes the first entry with one of these names that `read` accepts; all others stay. */
  function takeWhere<Taken>(
    names: readonly string[],
    read: (entry: FrontMatterEntry) => Taken | null,
  ): Taken | null {
    for (const entry of left) {
      const taken = names.includes(keyOf(entry)) ? read(entry) : null;
      if (taken === null) continue;
      left.delete(entry);
      return taken;
    }
    return null;
  }

  const readTags = (entry: FrontMatterEntry): readonly string[] | null => tagsOf(entry, isOwn);

  return {
    /** Whether an export wrote the file, and somebody changed its words since. */
    isOwn,
    /** Whether an export wrote the file for this list, and somebody changed its words since. */
    isIn: (name: string): boolean => list === name,
    take: (...names: string[]): string => takeWhere(names, (entry) => textOfEntry(entry) || null) ?? '',
    /** Returns the text as well, because which time it means may depend on this device's time zone. */
    takeCreated: (): { readonly micros: Micros; readonly text: string } | null =>
      takeWhere(CREATED, (entry) => {
        const text = textOfEntry(entry);
        const micros = dateOf(text);
        return micros === null ? null : { micros, text };
      }),
    takeEdited: (): Micros | null => takeWhere(EDITED, (entry) => dateOf(textOfEntry(entry))),
    takeFlag: (...names: string[]): boolean =>
      takeWhere(names, (entry) => flagOf(textOfEntry(entry))) ?? false,
    takeColor: (): string | null =>
      takeWhere(['color', 'colour'], (entry) => {
        const name = textOfEntry(entry).toUpperCase().replace('GREY', 'GRAY');
        return COLORS.find((color) => color === name) ?? null;
      }),
    takeTags(): readonly string[] {
      const all: (readonly string[])[] = [];
      for (let tags = takeWhere(TAGS, readTags); tags !== null; tags = takeWhere(TAGS, readTags))
        all.push(tags);
      return all.flat();
    },
    /** The entries that nobody took and that are not empty, as they stand in the file. */
    rest: (): string =>
      [...left]
        .filter((entry) => textOfEntry(entry) !== '' || typeof valueOf(entry) === 'object')
        .filter(({ rest }) => !/^(?:|null|~|false|\[\s*\]|\{\s*\}|["']{2})$/.test(rest))
        .map(({ lines }) => lines)
        .join('\n'),
  };
}

function keyOf({ key }: FrontMatterEntry): string {
  return key.toLowerCase().replaceAll(/[\s_-]/g, '');
}

function flagOf(text: string): boolean | null {
  return /^(?:true|yes)$/i.test(text) ? true : /^(?:false|no)$/i.test(text) ? false : null;
}

/**
 * A list of tags, or a text with commas between them. Null if it holds anything else: it is then left for the text.
 * @param isOwn whether an export wrote the file, so that a list holds labels as they are
 */
function tagsOf(entry: FrontMatterEntry, isOwn: boolean): readonly string[] | null {
  const value = valueOf(entry) ?? '';
  const names: unknown = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string' || name === null)) return null;
  const texts = names.filter((name) => typeof name === 'string');
  return isOwn && typeof value !== 'string'
    ? texts
    : texts.flatMap((name) => cleanTags(name)).filter((name) => name !== '');
}

/** Obsidian also takes `#a #b`. */
function cleanTags(text: string): readonly string[] {
  const parts = text.trim().split(/\s+/);
  const isEachMarked = parts.length > 1 && parts.every((part) => part.startsWith('#'));
  return (isEachMarked ? parts : [text.trim()]).map((name) => name.replace(/^#/, ''));
}

const SECONDS_DIGITS = 10;
const [FIRST_YEAR, LAST_YEAR] = [Date.UTC(1900), Date.UTC(9999)];

/**
 * Whether the text has at least a day and a year. A date in numbers alone must begin with the year: in 5/6/2021 nobody
 * knows which number is the month, and a wrong date is worse than a line in the text.
 */
function isDate(text: string): boolean {
  const hasDay = /\d{4}/.test(text) && (text.match(/\d+/g) ?? []).length > 1;
  return hasDay && !/^\d{1,2}[./-]\d{1,2}[./-]/.test(text);
}

/** A time without a zone is read in the zone of this device. */
function dateOf(text: string): Micros | null {
  const exact = fromTimestamp(text);
  if (exact !== null) return exact;
  const digits = /^\d{10}(?:\d{3})?$/.test(text) ? Number(text) : null;
  const millis =
    digits === null
      ? Date.parse(isDate(text) ? text : '')
      : digits * (text.length === SECONDS_DIGITS ? 1000 : 1);
  return millis >= FIRST_YEAR && millis < LAST_YEAR ? Math.floor(millis) * 1000 : null;
}
