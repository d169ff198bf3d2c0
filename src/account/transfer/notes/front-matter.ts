/**
 * The front matter of a Markdown file: lines of YAML between two lines of three hyphens. It is read entry by
 * entry, so that an entry that is not valid YAML (of a template, or a title with a colon in it) does not
 * spoil the others.
 */
import { parseDocument, visit } from 'yaml';
import { isProperty } from './property-names.ts';

export interface FrontMatterEntry {
  /** Null for lines that are no property: a comment, or a key of another form. */
  readonly key: string | null;
  /** Its lines as they stand in the file. */
  readonly lines: string;
  /** What follows the colon, in one piece. */
  readonly rest: string;
  /** The entry as YAML, if its lines are of another form. */
  readonly yaml?: string;
}

/** What an entry says. */
export interface EntryValue {
  /**
   * A text, a list or map of anything, or null for nothing. If the entry is not valid YAML, the text as it
   * stands.
   */
  readonly value: unknown;
  /** Whether the entry has words that are not in its value. */
  readonly hasComment: boolean;
}

export interface SplitText {
  readonly entries: readonly FrontMatterEntry[];
  /** What follows the closing line. */
  readonly body: string;
}

/** UTF-16 units. */
const MOST_KEY = 200;
/** Data with more entries is not front matter, and would take long to read as such. */
const MOST_ENTRIES = 500;
/** UTF-16 units of all entries. Reading YAML takes long, so those beyond are taken as text, as they stand. */
const MOST_YAML = 64 * 1024;

/** If there is no front matter, returns no entries and the whole text as the body. */
export function splitFrontMatter(text: string): SplitText {
  const whole: SplitText = { entries: [], body: text };
  const lines = text.split('\n');
  if (lines[0]?.trimEnd() !== '---') return whole;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  const entries = end < 0 ? [] : entriesOf(lines.slice(1, end));
  return isFrontMatter(lines[1] ?? '', entries) ? { entries, body: lines.slice(end + 1).join('\n') } : whole;
}

/** Rules may also stand above and below a text, which may have lines of a name and a value. */
function isFrontMatter(first: string, entries: readonly FrontMatterEntry[]): boolean {
  return (
    first.trim() !== '' &&
    entries.length <= MOST_ENTRIES &&
    entries.some(({ key, rest }) => key !== null && isProperty(key, rest))
  );
}

function entriesOf(lines: readonly string[]): readonly FrontMatterEntry[] {
  const blocks: { readonly key: string | null; readonly lines: string[] }[] = [];
  for (const line of lines) {
    const key = keyOf(line);
    const last = blocks.at(-1);
    if (key === null && last !== undefined && /^(?:\s|-|[\]}]|$)/.test(line)) last.lines.push(line);
    else blocks.push({ key, lines: [line] });
    if (blocks.length > MOST_ENTRIES) break;
  }
  return blocks.map(({ key, lines: own }) => {
    const whole = own.join('\n').trimEnd();
    return { key, lines: whole, rest: whole.slice(whole.indexOf(':') + 1).trim() };
  });
}

function keyOf(line: string): string | null {
  if (/^[\s#\-?:{}[\]]/.test(line)) return null;
  const colon = line.indexOf(':');
  const isKey = colon > 0 && colon <= MOST_KEY && /^(?:\s|$)/.test(line.slice(colon + 1, colon + 2));
  return isKey
    ? line
        .slice(0, colon)
        .trim()
        .replaceAll(/^["']|["']$/g, '')
    : null;
}

/** Nearly all values: reading YAML takes long, and these mean themselves. */
const PLAIN = /^[\p{L}\p{N}](?:[^:#\n]|:(?=[^\s:]))*$/u;

/** Values of the entries, each of them once. */
export function valuesOf(entries: readonly FrontMatterEntry[]): readonly EntryValue[] {
  let units = 0;
  return entries.map((entry) => {
    if (!PLAIN.test(entry.rest)) units += (entry.yaml ?? entry.lines).length;
    return valueOf(entry, units <= MOST_YAML);
  });
}

function valueOf({ key, rest, lines, yaml = lines }: FrontMatterEntry, mayTakeLong: boolean): EntryValue {
  const asItStands = { value: rest, hasComment: false };
  // Joplin removes the quotes that YAML puts around such a value, but not the doubling of quotes within it.
  if (/^-[^\s-][^\n]*$/.test(rest)) return { value: rest.replaceAll("''", "'"), hasComment: false };
  if (key === null || !mayTakeLong || PLAIN.test(rest)) return asItStands;
  const document = parseDocument(yaml, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
  if (document.errors.length > 0 || document.warnings.length > 0) return asItStands;
  const map = jsonOf(document);
  const value: unknown = typeof map === 'object' && map !== null ? Object.values(map)[0] : rest;
  // A program that does not quote its values writes `title: #1`, where nothing would be left of it.
  if (value === null || value === '')
    return rest.startsWith('#') ? asItStands : { value: null, hasComment: false };
  return { value, hasComment: hasComment(document) };
}

function jsonOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS();
  } catch {
    // Its aliases stand for more than a file should have.
    return null;
  }
}

function hasComment(document: ReturnType<typeof parseDocument>): boolean {
  let isFound = isText(document.comment) || isText(document.commentBefore);
  visit(document, {
    Node(_key, { comment, commentBefore }) {
      isFound ||= isText(comment) || isText(commentBefore);
    },
  });
  return isFound;
}

function isText(comment: string | null | undefined): boolean {
  return comment !== null && comment !== undefined && comment.trim() !== '';
}

/** The text, or the list with commas; empty if it is neither. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(', ') : '';
}
