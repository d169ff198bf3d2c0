/**
 * The names that programs give to the properties of a note in front matter. A name is the same in any case
 * and with any separators: `createdAt`, `created_at`, `Date created`.
 */
import { readDate } from './read-date.ts';

/** Without spaces, brackets, hyphens, dots and underscores, in small letters. */
export function plainName(key: string): string {
  return key.toLowerCase().replaceAll(/[\s_.\-/()[\]]/g, '');
}

const CREATED = 'created|creation|create|birthtime|ctime';
const EDITED =
  'lastmodified|lastmod|modified|modification|modify|edited|edit|updated|update|changed|change|saved|mtime';
const FILLING =
  'datetime|timestamp|date|time|day|last|at|on|utc|gmt|local|note|file|user|iso|unix|usec|msec|ms|ts|s|' +
  'google|keep|evernote|notion|joplin|simplenote|bear|apple|obsidian|notesnook|onenote|standardnotes|original|import|export|zettel|page|entry';
const CREATED_NAME = new RegExp(`^(?:${FILLING})*(?:${CREATED})(?:${FILLING})*$`);
const EDITED_NAME = new RegExp(`^(?:${FILLING})*(?:${EDITED})(?:${FILLING})*$`);
const TIME_NAME = /^(?:date|time|datetime|timestamp|day)+$/;

/** Which time of a note the property says; `time` for one that does not tell. Null for another property. */
export function timeNamed(key: string): 'created' | 'edited' | 'time' | null {
  const name = plainName(key);
  if (CREATED_NAME.test(name)) return 'created';
  if (EDITED_NAME.test(name)) return 'edited';
  return TIME_NAME.test(name) ? 'time' : null;
}

export const TITLE_NAMES = ['title'];
export const TAG_NAMES = ['tags', 'tag', 'labels', 'label'];
export const COLOR_NAMES = ['color', 'colour'];
export const PINNED_NAMES = ['pinned', 'ispinned', 'pin'];
export const ARCHIVED_NAMES = ['archived', 'isarchived'];
export const TRASHED_NAMES = ['trashed', 'istrashed', 'intrash'];

const UNDERSTOOD: ReadonlySet<string> = new Set(
  [TITLE_NAMES, TAG_NAMES, COLOR_NAMES, PINNED_NAMES, ARCHIVED_NAMES, TRASHED_NAMES].flat(),
);
/** Further names that show that lines are front matter, as programs write them. */
const OTHERS: ReadonlySet<string> = new Set(
  'alias aliases author category categories cssclass cssclasses description draft due favorite id keywords lang latitude layout longitude notebook permalink publish slug source status timestamps type url uuid'.split(
    ' ',
  ),
);

/** Whether programs give a property this name. */
export function isNameOfPrograms(key: string): boolean {
  return OTHERS.has(key) || UNDERSTOOD.has(plainName(key));
}

/** UTF-16 units; a longer value is no date. */
const MOST_DATE = 200;

/**
 * Whether a program would write this as a property of a note. A person may write `Note: call Anna` in a text.
 */
export function isProperty(key: string, value: string): boolean {
  if (isNameOfPrograms(key)) return true;
  if (timeNamed(key) === null) return false;
  if (/^[a-z]/.test(key) || /^[|>{]|^$/.test(value)) return true;
  // Quotes and a comment are no part of the date.
  const [text = ''] = value.slice(0, MOST_DATE).split(' #');
  return readDate(text.replaceAll(/^["']|["']$/g, ''), 'day first') !== null;
}
