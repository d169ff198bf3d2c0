/**
 * Reads what front matter says of a note, by the names of other programs. What is taken is not left for the
 * text.
 */
import { COLORS } from '#shared/note/colors.ts';
import { type EntryValue, type FrontMatterEntry, textOf, valuesOf } from './front-matter.ts';
import { OWN_KEYS } from './own-markdown.ts';
import { COLOR_NAMES, isNameOfPrograms, plainName, TAG_NAMES, timeNamed } from './property-names.ts';
import { readDate } from './read-date.ts';

interface Fact {
  readonly entry: FrontMatterEntry;
  readonly read: EntryValue;
}

/** A date in the middle of a table of times, such as `timestamps`. */
interface Place {
  readonly fact: Fact;
  /** Names of the inner value; empty for the value itself. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Tables of times may stand within tables. */
const MOST_DEPTH = 3;

export function createFacts(entries: readonly FrontMatterEntry[]) {
  const values = valuesOf(entries);
  const facts = entries.map((entry, index): Fact => ({
    entry,
    read: values[index] ?? { value: null, hasComment: false },
  }));
  const unusedFacts = new Set(facts);
  /** Of tables, the inner values that were taken. */
  const takenInside = new Map<Fact, Set<string>>();
  const isOwn = ['list', 'words'].every((name) => entries.some(({ key }) => key === name));
  const list = isOwn ? entries.find(({ key }) => key === 'list')?.rest : undefined;
  if (isOwn) for (const fact of facts) if (OWN_KEYS.includes(fact.entry.key ?? '')) unusedFacts.delete(fact);

  /** Takes the first entry with one of these names that `read` accepts; all others stay. */
  function takeWhere<Taken>(names: readonly string[], read: (value: unknown) => Taken | null): Taken | null {
    for (const fact of unusedFacts) {
      const taken = names.includes(plainName(fact.entry.key ?? '')) ? read(fact.read.value) : null;
      if (taken === null) continue;
      unusedFacts.delete(fact);
      return taken;
    }
    return null;
  }

  /**
   * @returns the text, because which time it means depends on the other dates of the import and on the time
   * zone
   */
  function takeTime(kind: 'created' | 'edited' | 'time'): string | null {
    for (const { fact, path, value } of [...unusedFacts].flatMap((each) => placesOf(each))) {
      const name = path.at(-1) ?? fact.entry.key ?? '';
      const inside = takenInside.get(fact) ?? new Set();
      if (timeNamed(name) !== kind || inside.has(path.join('\n'))) continue;
      const text = textOf(value);
      if (readDate(text, 'day first') === null) continue;
      if (path.length === 0) unusedFacts.delete(fact);
      else takenInside.set(fact, inside.add(path.join('\n')));
      if (path.length > 0 && inside.size === leavesOf(fact.read.value)) unusedFacts.delete(fact);
      return text;
    }
    return null;
  }

  const readTags = (value: unknown): readonly string[] | null => tagsOf(value, isOwn);

  return {
    /** Whether an export wrote the file, and somebody changed its words since. */
    isOwn,
    /** Whether an export wrote the file for this list, and somebody changed its words since. */
    isIn: (name: string): boolean => list === name,
    take: (names: readonly string[]): string => takeWhere(names, (value) => textOf(value) || null) ?? '',
    takeCreated: (): string | null => takeTime('created') ?? takeTime('time'),
    takeEdited: (): string | null => takeTime('edited'),
    takeFlag: (names: readonly string[]): boolean => takeWhere(names, flagOf) ?? false,
    takeColor: (): string | null =>
      takeWhere(COLOR_NAMES, (value) => {
        const name = textOf(value).toUpperCase().replace('GREY', 'GRAY');
        return COLORS.find((color) => color === name) ?? null;
      }),
    takeTags(): readonly string[] {
      const all: (readonly string[])[] = [];
      for (let tags = takeWhere(TAG_NAMES, readTags); tags !== null; tags = takeWhere(TAG_NAMES, readTags))
        all.push(tags);
      return all.flat();
    },
    /** Times that are not understood, as they stand in the file; those of templates say nothing. */
    unreadTimes: (): readonly string[] =>
      [...unusedFacts]
        .filter((fact) => timeNamed(fact.entry.key ?? '') !== null && !isEmpty(fact))
        .filter(({ read }) => typeof read.value === 'string' && readDate(read.value, 'day first') === null)
        .map(({ entry }) => entry.lines),
    /**
     * What nobody took and is not empty, as it stands in the file: entries, comments, and what is no entry.
     */
    rest: (): string =>
      facts
        .filter((fact) => (unusedFacts.has(fact) ? !isEmpty(fact) : fact.read.hasComment))
        .map(({ entry }) => entry.lines)
        .join('\n'),
  };
}

function placesOf(
  fact: Fact,
  value: unknown = fact.read.value,
  path: readonly string[] = [],
): readonly Place[] {
  if (!isTable(value)) return [{ fact, path, value }];
  if (path.length === MOST_DEPTH) return [];
  return Object.entries(value).flatMap(([name, inner]) => placesOf(fact, inner, [...path, name]));
}

function leavesOf(value: unknown): number {
  return isTable(value) ? Object.values(value).reduce<number>((sum, inner) => sum + leavesOf(inner), 0) : 1;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty({ entry, read }: Fact): boolean {
  if (entry.key === null) return /^#?\s*$/.test(entry.lines);
  if (read.value === null || (textOf(read.value) === '' && typeof read.value !== 'object')) return true;
  // A flag that a program has not set says nothing, but a person's own property may be answered with false.
  if (entry.rest === 'false') return isNameOfPrograms(entry.key);
  return /^(?:|null|~|\[\s*\]|\{\s*\}|["']{2})$/.test(entry.rest);
}

function flagOf(value: unknown): boolean | null {
  const text = textOf(value);
  return /^(?:true|yes|on|1)$/i.test(text) ? true : /^(?:false|no|off|0)$/i.test(text) ? false : null;
}

/**
 * A list of tags, or a text with commas between them. Null if it holds anything else: it is then left for the
 * text.
 * @param isOwn whether an export wrote the file, so that a list holds labels as they are
 */
function tagsOf(value: unknown, isOwn: boolean): readonly string[] | null {
  const names: unknown = typeof value === 'string' ? value.split(',') : (value ?? []);
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
