/**
 * Makes the text of a note of Google Keep. What Inkling has no field for stands below the person's own words,
 * one line each: web pages that Keep shows under a note, reminders, the people whom it is shared with, and
 * attached files.
 */
import * as v from 'valibot';
import { requireAtMost } from '../sources/transfer-error.ts';
import { MONTHS } from '#shared/text/months.ts';
import { wordsOfHtml, withWordsOfHtml } from './html-words.ts';
import { normalizedText, oneLine, trim } from './white-space.ts';

export interface KeepItem {
  readonly text: string;
  readonly textHtml: string;
  readonly isChecked: boolean;
  /** Level of indentation. */
  readonly depth: number;
}

export interface KeepText {
  readonly title: string;
  readonly textContent: string;
  readonly textContentHtml: string;
  readonly items: readonly KeepItem[];
  readonly annotations: readonly { readonly url: string; readonly title: string }[];
  readonly reminders: readonly unknown[];
  readonly sharees: readonly { readonly email: string; readonly isOwner: boolean }[];
}

/** UTF-16 units of the HTML of a note, whose words Keep bounds. */
const MOST_HTML = 2 * 1024 * 1024;

export function textOfKeep(note: KeepText): string {
  const { title, textContent, textContentHtml, items, annotations, reminders, sharees } = note;
  const htmlUnits = items.reduce((sum, { textHtml }) => sum + textHtml.length, textContentHtml.length);
  requireAtMost(htmlUnits, MOST_HTML);
  const hasList = items.some((item) => trim(wordsOfItem(item)) !== '');
  const noteTexts = [
    normalizedText(textContentHtml === '' ? textContent : withWordsOfHtml(textContent, textContentHtml)),
    hasList ? items.map(itemLine).join('\n') : '',
  ];
  const mentioned = `${title}\n${noteTexts.join('\n')}`.toLowerCase();
  refuseManyPages(annotations.length, mentioned);
  return joinParts([
    ...noteTexts,
    joinLines(annotations.map((one) => pageLine(one, mentioned))),
    joinLines(convertedLines({ reminders, sharees })),
  ]);
}

/** Keep has one reminder for each note. */
const MOST_REMINDER_VALUES = 2_000;

/**
 * Lines for what Inkling has no field for: reminders, and the people whom the note is shared with.
 * @throws UnreadableError if the reminders hold more than any note
 */
export function convertedLines({
  reminders,
  sharees,
}: Pick<KeepText, 'reminders' | 'sharees'>): readonly string[] {
  requireAtMost(countValues(reminders), MOST_REMINDER_VALUES);
  return [...reminders.map(reminderLine), peopleLine(sharees)].filter((line) => line !== '');
}

function itemLine(item: KeepItem): string {
  const words = wordsOfItem(item);
  const box = `${'  '.repeat(item.depth)}${item.isChecked ? '☑' : '☐'}`;
  return trim(words) === '' ? box : `${box} ${words}`;
}

function wordsOfItem({ text, textHtml }: KeepItem): string {
  return trim(text) === '' ? oneLine(wordsOfHtml(textHtml)) : normalizedText(text);
}

export function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => trim(part) !== '').join('\n\n');
}

/** Names of attached files, as they stand at the end of a text. */
export function attachmentLines(names: readonly string[]): string {
  return names.map(attachmentLine).join('\n');
}

/** The text followed by the names of those files that no line of the text names. */
export function withAttachmentLines(text: string, names: readonly string[]): string {
  const lines = new Set(text.split('\n'));
  const missing = names.filter((name) => !lines.has(attachmentLine(name)));
  return missing.length === 0 ? text : joinParts([text, attachmentLines(missing)]);
}

function attachmentLine(name: string): string {
  return `[Attachment: ${name}]`;
}

export function joinLines(lines: readonly string[]): string {
  return [...new Set(lines)].filter((line) => line !== '').join('\n');
}

/** Web pages below a note, times UTF-16 units of its words. */
const MOST_COMPARED = 50_000_000;

/**
 * Each web page is looked for in the words of its note.
 * @throws UnreadableError if that would take long
 */
export function refuseManyPages(count: number, mentioned: string): void {
  requireAtMost(count * mentioned.length, MOST_COMPARED);
}

/** Empty if the note's own words say all of it. */
export function pageLine(page: { readonly url: string; readonly title: string }, mentioned: string): string {
  const [url, title] = [oneLine(page.url), oneLine(page.title)];
  const isNamed = title === '' || mentioned.includes(title.toLowerCase());
  // People write addresses without their beginning or end, and Keep completes them.
  const core = url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (isNamed) return mentioned.includes(core.toLowerCase()) ? '' : url;
  return url === '' ? title : `${title}: ${url}`;
}

function reminderLine(reminder: unknown): string {
  const words = [...wordsIn(reminder)];
  return words.length === 0 ? '' : `Reminder: ${words.join(', ')}`;
}

/** The format of Keep's reminders is not documented, so every text and time in one is taken. */
function* wordsIn(value: unknown, key = ''): Generator<string> {
  const day = dayOf(value);
  if (day !== null) yield day;
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value))
      yield* wordsIn(inner, Array.isArray(value) ? key : name);
  } else {
    const time = timeOf(value, key);
    if (time !== null) yield time;
    else if (typeof value === 'string' && value.trim() !== '') yield oneLine(value);
  }
}

const dayParts = v.object({
  year: v.pipe(v.number(), v.integer()),
  month: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
  day: v.pipe(v.number(), v.integer()),
  hour: v.optional(v.pipe(v.number(), v.integer())),
  minute: v.optional(v.pipe(v.number(), v.integer()), 0),
});

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((count: number, inner) => count + countValues(inner), 1);
}

/** A day that is written as its parts, in the zone of the person who set it; null for anything else. */
function dayOf(value: unknown): string | null {
  const { success, output } = v.safeParse(dayParts, value);
  if (!success) return null;
  const { year, month, day, hour, minute } = output;
  const date = `${day} ${MONTHS[month - 1]} ${year}`;
  return hour === undefined ? date : `${date} at ${twoDigits(hour)}:${twoDigits(minute)}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)$/;

/** In UTC and in English, so that the note is the same on every device that imports it. */
function timeOf(value: unknown, key: string): string | null {
  const isWritten = typeof value === 'string' && ISO_TIME.test(value);
  const millis = isWritten ? Date.parse(value) : Number(value) / (/usec|micros/i.test(key) ? 1000 : 1);
  const isTime = isWritten || /usec|micros|ms$|millis/i.test(key);
  if (!isTime || Number.isNaN(new Date(millis).getTime())) return null;
  const time = new Date(millis);
  const day = `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
  return `${day} at ${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())} UTC`;
}

/** Keep lists the owner among them, usually the person themselves. */
function peopleLine(sharees: KeepText['sharees']): string {
  const people = sharees
    .filter(({ isOwner }) => !isOwner)
    .map(({ email }) => oneLine(email))
    .filter((email) => email !== '');
  return people.length === 0 ? '' : `Shared with: ${[...new Set(people)].join(', ')}`;
}
