/**
 * What stands at the head of a text file about its note, in the forms that programs write: YAML between rules
 * (`front-matter.ts`), TOML and JSON (Hugo), lines of names and values (MultiMarkdown), and properties of a
 * page (Logseq). All become entries as YAML has them.
 */
import { type FrontMatterEntry, type SplitText, splitFrontMatter } from './front-matter.ts';
import { isProperty, TITLE_NAMES, plainName } from './property-names.ts';

/** A head with more lines is text. */
const MOST_LINES = 500;
/** UTF-16 units of a head of JSON. */
const MOST_JSON = 64 * 1024;

/** If there is no head, returns no entries and the whole text as the body. */
export function splitHead(text: string): SplitText {
  for (const split of [splitToml, splitJson, splitLogseq, splitMultiMarkdown]) {
    const head = split(text);
    if (head !== null && head.entries.some(({ key, rest }) => key !== null && isProperty(key, rest)))
      return head;
  }
  return splitFrontMatter(text);
}

/** Values of TOML on one line are YAML as well. Tables and values of several lines stay as they stand. */
function splitToml(text: string): SplitText | null {
  if (!/^\+\+\+[^\S\n]*\n/.test(text)) return null;
  const lines = firstLines(text);
  const end = lines.findIndex((line, index) => index > 0 && /^\+\+\+\s*$/.test(line));
  if (end < 0) return null;
  const head = lines.slice(1, end);
  const table = head.findIndex((line) => /^\s*\[|=\s*(?:"""|''')|=\s*\[[^\]]*$/.test(line));
  const whole = table < 0 ? head : head.slice(0, table);
  const entries = whole.map((line): FrontMatterEntry => {
    const [, key, value = ''] = /^\s*(?:"([^"]*)"|[\w-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    const name = key ?? /^\s*([\w-]+)\s*=/.exec(line)?.[1];
    return name === undefined ? asItStands(line) : entryOf(name, value, line);
  });
  if (table >= 0) entries.push(asItStands(head.slice(table).join('\n')));
  return { entries, body: bodyAfter(text, end + 1) };
}

function splitJson(text: string): SplitText | null {
  if (!/^\{[^\S\n]*\n/.test(text)) return null;
  const end = /\n\}[^\S\n]*(?:\n|$)/.exec(text.slice(0, MOST_JSON));
  if (end === null) return null;
  const whole = end.index + end[0].length;
  const value = objectIn(text.slice(0, whole));
  if (value === null) return null;
  const entries = Object.entries(value).map(([key, inner]) => {
    const rest = typeof inner === 'string' && PLAIN_TEXT.test(inner) ? inner : JSON.stringify(inner);
    return entryOf(key, rest, `${key}: ${rest}`);
  });
  return { entries, body: text.slice(whole) };
}

const PLAIN_TEXT = /^[\p{L}\p{N}][\p{L}\p{N} ,.:-]*$/u;

function objectIn(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null;
  } catch {
    return null;
  }
}

function splitLogseq(text: string): SplitText | null {
  const lines = firstLines(text);
  const end = lines.findIndex((line) => !/^[\w-]+:: /.test(line));
  const head = end < 0 ? lines : lines.slice(0, end);
  if (head.length === 0) return null;
  const entries = head.map((line) => {
    const [key = '', value = ''] = line.split(/:: (.*)/);
    // Tags may stand as pages in brackets, or with a mark before them.
    const plain = value.replaceAll(/\[\[([^[\]]*)\]\]/g, '$1').replaceAll(/(?<=^|[\s,])#(?=\S)/g, '');
    return entryOf(key, plain.trim(), line);
  });
  return { entries, body: bodyAfter(text, head.length) };
}

/** Every line of it must be a property, and one of them the title: people write such lines, too. */
function splitMultiMarkdown(text: string): SplitText | null {
  if (!/^[A-Za-z][\w -]*:[ \t]/.test(text)) return null;
  const lines = firstLines(text);
  const end = lines.findIndex((line) => line.trim() === '');
  const head = end < 0 ? [] : lines.slice(0, end);
  const entries = head.map((line) => {
    const [, key = '', value = ''] = /^([A-Za-z][\w -]*):[ \t]+(.*)$/.exec(line) ?? [];
    return entryOf(key, value.trim(), line);
  });
  const isHead = entries.length > 1 && entries.every(({ key, rest }) => isProperty(key ?? '', rest));
  const hasTitle = entries.some(({ key }) => TITLE_NAMES.includes(plainName(key ?? '')));
  return isHead && hasTitle ? { entries, body: bodyAfter(text, end + 1) } : null;
}

function entryOf(key: string, rest: string, line: string): FrontMatterEntry {
  return { key, rest, lines: line, yaml: `value: ${rest}` };
}

function asItStands(lines: string): FrontMatterEntry {
  return { key: null, rest: '', lines };
}

function firstLines(text: string): readonly string[] {
  return text.split('\n', MOST_LINES);
}

/** What follows this many lines. */
function bodyAfter(text: string, lines: number): string {
  let at = 0;
  for (let line = 0; line < lines; line += 1) {
    const end = text.indexOf('\n', at);
    if (end < 0) return '';
    at = end + 1;
  }
  return text.slice(at);
}
