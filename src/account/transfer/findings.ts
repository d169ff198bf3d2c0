/** Collects what an import finds, and makes the result of it. */
import { shownLabels } from '#shared/note/labels.ts';
import { fold } from '#shared/text/search.ts';
import type { FileCounts, ImportProblem, ImportResult, LeftOutFiles } from '#shared/ipc/transfer.ts';
import { type IncomingNote, keyOf, boundedLabels } from './notes/incoming-note.ts';
import type { Outcome } from './sources/outcome.ts';
import type { SourceFile } from './sources/sources.ts';

export interface FoundNote {
  readonly note: IncomingNote;
  readonly from: SourceFile;
}

/** A file, or what could not be opened, with what became of it. */
export interface AccountedFile {
  readonly name: string;
  readonly outcome: Outcome;
}

export interface Findings {
  /** By their keys (`keyOf`), so that a note that comes twice with the same words is there once. */
  readonly notes: ReadonlyMap<string, FoundNote>;
  /** Names of files with a note that an earlier file held. */
  readonly repeated: readonly string[];
  /** The note that has, or had, this id elsewhere. */
  noteWithAlias(id: string): IncomingNote | undefined;
  add(note: IncomingNote, from: SourceFile): void;
  /** Records a note without words. */
  addEmpty(): void;
  /** @param name of the file, or of the note within it */
  addBroken(name: string, reason: string): void;
  /** Records that a part of the note did not come. */
  addLoss(note: IncomingNote, reason: string): void;
  /** Records what of the note stands in its text. */
  addConverted(note: IncomingNote, line: string): void;
  /** Records what was guessed of a file. */
  addRemark(name: string, reason: string): void;
  /**
   * @param added the notes that are new
   * @param pictures see `ImportResult`
   */
  result(
    added: readonly FoundNote[],
    accounted: readonly AccountedFile[],
    pictures?: ImportResult['pictures'],
  ): ImportResult;
}

/** Maximum number of problems that are listed; further ones are counted. */
const MOST_LISTED = 500;
const MOST_REASONS = 100;
const MOST_NAME_UNITS = 300;
const MOST_TITLE_UNITS = 80;

export function createFindings(): Findings {
  const notes = new Map<string, FoundNote>();
  const byAlias = new Map<string, IncomingNote>();
  const repeated: string[] = [];
  let empty = 0;
  const broken = createList('These could not be read either.');
  const losses = createList('These lack something, too.');
  const converted = createList('These have details in their text, too.');
  const remarks = createList('These are worth checking, too.');

  return {
    notes,
    repeated,
    noteWithAlias: (id) => byAlias.get(id),
    add(note, from) {
      const key = keyOf(note.origin);
      const earlier = notes.get(key);
      if (earlier === undefined) notes.set(key, { note, from });
      else if (note.origin.source === 'markdown') notes.set(key, withLabelsOf(earlier, note));
      if (earlier !== undefined) repeated.push(from.name);
      for (const alias of note.aliases) byAlias.set(alias, earlier?.note ?? note);
    },
    addEmpty() {
      empty += 1;
    },
    addBroken: (name, reason) => broken.add(name, reason),
    addLoss: (note, reason) => losses.add(titleOf(note), reason),
    addConverted: (note, line) => converted.add(titleOf(note), line),
    addRemark: (name, reason) => remarks.add(name, reason),
    result(added, accounted, pictures) {
      for (const { name, outcome } of accounted)
        if (outcome.kind === 'failed' && outcome.isListed !== true) broken.add(name, outcome.reason);
      const names = new Set(added.flatMap(({ note }) => shownLabels(note.fields.labels)));
      const labels = new Set([...names].map((name) => fold(name)));
      return {
        added: added.length,
        pinned: added.filter(({ note }) => note.fields.isPinned === true).length,
        labels: labels.size,
        known: notes.size - added.length + repeated.length,
        empty,
        files: countFiles(accounted),
        broken: broken.listed(),
        leftOut: groupLeftOut(accounted),
        ...(losses.count() > 0 && { losses: losses.listed() }),
        ...(converted.count() > 0 && { converted: converted.listed() }),
        ...(remarks.count() > 0 && { remarks: remarks.listed() }),
        ...(pictures !== undefined && { pictures }),
      };
    },
  };
}

function countFiles(accounted: readonly AccountedFile[]): FileCounts {
  const counts = { came: 0, known: 0, 'left out': 0, failed: 0 } satisfies Record<Outcome['kind'], number>;
  for (const { outcome } of accounted) counts[outcome.kind] += 1;
  const { came, known, failed, 'left out': left } = counts;
  return { met: accounted.length, came, known, leftOut: left, failed };
}

/** Groups with files that a person may miss come first. */
function groupLeftOut(accounted: readonly AccountedFile[]): readonly LeftOutFiles[] {
  const groups = new Map<string, { reason: string; count: number; files: string[]; isExpected: boolean }>();
  for (const { name, outcome } of accounted) {
    if (outcome.kind !== 'left out') continue;
    const { isExpected } = outcome;
    const isNew = !groups.has(outcome.reason);
    const reason =
      isNew && groups.size >= MOST_REASONS ? 'Inkling does not read these kinds of files.' : outcome.reason;
    const group = groups.get(reason) ?? { reason, count: 0, files: [], isExpected };
    group.count += 1;
    if (group.files.length < MOST_LISTED) group.files.push(shownName(name));
    groups.set(reason, group);
  }
  return [...groups.values()].toSorted((a, b) => Number(a.isExpected) - Number(b.isExpected));
}

/** A list that stores only so many problems, because a file may have a million of them. */
function createList(others: string) {
  const problems: ImportProblem[] = [];
  let count = 0;
  return {
    count: () => count,
    add(file: string, reason: string): void {
      count += 1;
      if (problems.length < MOST_LISTED) problems.push({ file: shownName(file), reason });
    },
    listed(): readonly ImportProblem[] {
      const more = count - problems.length;
      return more === 0 ? problems : [...problems, { file: `${more} more`, reason: others }];
    },
  };
}

/** Adds the labels of a repeated note, because a file in another folder may have other tags. */
function withLabelsOf({ note, from }: FoundNote, { fields }: IncomingNote): FoundNote {
  const both = [note, { fields }].flatMap((one) => shownLabels(one.fields.labels));
  const { labels, losses } = boundedLabels(both);
  return { note: { ...note, fields: { ...note.fields, labels }, losses: [...note.losses, ...losses] }, from };
}

/** The title, else the beginning of the text, on one line. */
export function titleOf({ fields: { title, text } }: IncomingNote): string {
  const words =
    (title ?? '').trim() === '' ? (text ?? '').trimStart().slice(0, MOST_TITLE_UNITS) : (title ?? '');
  return shownName(words.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_TITLE_UNITS));
}

/** Makes a name fit to be shown, because an archive may give its files any name. */
export function shownName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/\p{C}+/gu, ' ')
    .slice(-MOST_NAME_UNITS);
}
