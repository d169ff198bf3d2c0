/**
 * The front matter of a Markdown file: lines of YAML between two lines of three hyphens. It is read entry by entry, so
 * that an entry that is not valid YAML (of a template, or a title with a colon in it) does not spoil the others.
 */
import { parse } from 'yaml';

export interface FrontMatterEntry {
  readonly key: string;
  /** Its lines as they stand in the file. */
  readonly lines: string;
  /** What follows the colon, in one piece. */
  readonly rest: string;
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
/** UTF-16 units. Reading YAML takes long, so a larger entry is taken as text, as it stands. */
const MOST_YAML = 64 * 1024;

/** If there is no front matter, returns no entries and the whole text as the body. */
export function splitFrontMatter(text: string): SplitText {
  const whole: SplitText = { entries: [], body: text };
  const lines = text.split('\n');
  if (lines[0]?.trimEnd() !== '---') return whole;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  const entries = end < 0 ? null : entriesOf(lines.slice(1, end));
  return entries === null || entries.length === 0
    ? whole
    : { entries, body: lines.slice(end + 1).join('\n') };
}

/** Null if the lines are not entries: a line of hyphens may also stand above a text. */
function entriesOf(lines: readonly string[]): readonly FrontMatterEntry[] | null {
  const blocks: { readonly key: string; readonly lines: string[] }[] = [];
  for (const line of lines) {
    const key = keyOf(line);
    const last = blocks.at(-1);
    if (key !== null) blocks.push({ key, lines: [line] });
    else if (last !== undefined) last.lines.push(line);
    else if (line.trim() !== '' && !line.startsWith('#')) return null;
    if (blocks.length > MOST_ENTRIES) return null;
  }
  return blocks.map(({ key, lines: own }) => {
    const whole = own.join('\n').trimEnd();
    return { key, lines: whole, rest: whole.slice(whole.indexOf(':') + 1).trim() };
  });
}

function keyOf(line: string): string | null {
  if (/^[\s#\-{}[\]]/.test(line)) return null;
  const colon = line.indexOf(':');
  const isKey = colon > 0 && colon <= MOST_KEY && /^(?:\s|$)/.test(line.slice(colon + 1, colon + 2));
  return isKey
    ? line
        .slice(0, colon)
        .trim()
        .replaceAll(/^["']|["']$/g, '')
    : null;
}

/** A text, a list or map of anything, or null for nothing. If the entry is not valid YAML, the text as it stands. */
export function valueOf({ lines, rest }: FrontMatterEntry): unknown {
  if (lines.length > MOST_YAML) return rest;
  try {
    const loaded: unknown = parse(lines, { schema: 'failsafe', uniqueKeys: false, logLevel: 'error' });
    return typeof loaded === 'object' && loaded !== null ? Object.values(loaded)[0] : rest;
  } catch {
    return rest;
  }
}

/** The text, or the list with commas; empty if it is neither. */
export function textOfEntry(entry: FrontMatterEntry): string {
  const value = valueOf(entry);
  if (typeof value === 'string') return value.trim();
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(', ') : '';
}
