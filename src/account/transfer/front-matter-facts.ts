/** What front matter says of a note, under the names by which other programs call it. What is taken is not left for the text. */
import { COLORS } from '#shared/colors.ts';
import type { Micros } from '#shared/remote-store.ts';
import { type FrontMatterEntry, textOfEntry, valueOf } from './front-matter.ts';
import { OWN_KEYS } from './own-markdown.ts';
import { fromTimestamp } from '#shared/times.ts';

/** As the programs call them, without spaces, hyphens and underscores. */
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

  /** Of several entries of these names the first; what does not suit stays. */
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
    /** Whether an export put it there, and somebody changed its words since. */
    isIn: (name: string): boolean => list === name,
    take: (...names: string[]): string => takeWhere(names, (entry) => textOfEntry(entry) || null) ?? '',
    /** With the text that says so: which time it means may depend on this device's zone. */
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
    /** What nobody took and says something, as it stands in the file. */
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
 * A list, or a text with commas between them. One with anything else in it is left for the text.
 * @param isOwn whether a list is of labels as they are
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
 * A day and a year at the least. Numbers alone begin with the year: of 5/6/2021 nobody knows which is the month, and a wrong date is worse than a line
 * in the text.
 */
function isDate(text: string): boolean {
  const hasDay = /\d{4}/.test(text) && (text.match(/\d+/g) ?? []).length > 1;
  return hasDay && !/^\d{1,2}[./-]\d{1,2}[./-]/.test(text);
}

/** A time without a zone is one of this device's. */
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
