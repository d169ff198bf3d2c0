/** Collects what an import finds, and makes the result of it. */
import { basename } from 'node:path';
import { shownLabels } from '#shared/labels.ts';
import type { ImportProblem, ImportResult } from '#shared/transfer.ts';
import { seriesOf } from './archives.ts';
import { type IncomingNote, keyOf, boundedLabels } from './incoming-note.ts';
import type { BrokenFile, SourceFile } from './sources.ts';

export interface FoundNote {
  readonly note: IncomingNote;
  readonly from: SourceFile;
}

export interface Findings {
  /** By their keys (`keyOf`), so that a note that comes twice with the same words is there once. */
  readonly notes: ReadonlyMap<string, FoundNote>;
  /** Names of files with a note that an earlier file held. */
  readonly repeated: readonly string[];
  /** Names of files whose note has no words. */
  readonly empty: readonly string[];
  /** The note that has, or had, this id elsewhere. */
  noteWithAlias(id: string): IncomingNote | undefined;
  /** @param note null for a note without words */
  add(note: IncomingNote | null, from: SourceFile): void;
  /** Records that there is a note in the file, even if it is a broken one. */
  addRecognised(file: SourceFile): void;
  /** @param which note of the file is broken, as text that follows the file's name; empty for the whole file */
  addBroken(file: SourceFile, reason: string, which?: string): void;
  /** Records that a part of the note did not come. */
  addLoss(note: IncomingNote, reason: string): void;
  /**
   * @param added how many of the notes were new
   * @param pictures see `ImportResult`
   */
  result(added: number, pictures?: ImportResult['pictures']): ImportResult;
}

/** Maximum number of problems that are listed; further ones are counted. Of broken notes, no more than this are stored. */
const MOST_LISTED = 500;
const MOST_NAME_UNITS = 300;
const MOST_TITLE_UNITS = 80;

/** @param broken what `findSources` could not read */
export function createFindings(chosen: readonly string[], broken: readonly BrokenFile[]): Findings {
  const notes = new Map<string, FoundNote>();
  const byAlias = new Map<string, IncomingNote>();
  /** Files, and notes within them, that could not be read. Not all of them are listed, see `brokenFiles`. */
  const unreadable: { readonly from: SourceFile; readonly file: string; readonly reason: string }[] = [];
  /** Folders in which at least one note was found. */
  const folders = new Set<string>();
  /** Chosen paths in which at least one note was found. */
  const withNotes = new Set<string>();
  const repeated: string[] = [];
  const empty: string[] = [];
  const losses: ImportProblem[] = [];
  let brokenNotes = 0;
  let lossCount = 0;

  /**
   * The broken files that the result lists. A Takeout also holds files of other products, and it is no problem that
   * those cannot be read. So an unreadable file is listed only if there are notes in its folder, if the person chose
   * the file itself, or if no notes were found at all. A chosen path with neither a note nor a listed file is listed,
   * too, unless it is a part of an archive that has notes in another part.
   */
  function brokenFiles(): BrokenFile[] {
    const listed = unreadable.filter(
      ({ from }) => folders.size === 0 || folders.has(from.folder) || from.isChosen,
    );
    const failed = new Set(listed.map(({ from }) => from.chosen));
    const series = new Set([...withNotes].map(seriesOf));
    const withoutNotes = chosen.filter(
      (path) =>
        !withNotes.has(path) && !failed.has(path) && !isBroken(path) && !series.has(seriesOf(path) ?? path),
    );
    const empties = withoutNotes.map((path) => ({
      file: basename(path),
      reason: 'It holds no notes of Google Keep or Inkling, and no Markdown or text files.',
    }));
    return [...broken, ...listed.map(({ file, reason }) => ({ file, reason })), ...empties];
  }

  function isBroken(path: string): boolean {
    return broken.some(({ file }) => file === basename(path));
  }

  return {
    notes,
    repeated,
    empty,
    noteWithAlias: (id) => byAlias.get(id),
    add(note, from) {
      if (note === null) {
        empty.push(from.name);
        return;
      }
      const key = keyOf(note.origin);
      const earlier = notes.get(key);
      if (earlier === undefined) notes.set(key, { note, from });
      else if (note.origin.source === 'markdown') notes.set(key, withLabelsOf(earlier, note));
      if (earlier !== undefined) repeated.push(from.name);
      for (const alias of note.aliases) byAlias.set(alias, earlier?.note ?? note);
    },
    addRecognised({ folder, chosen: path }) {
      folders.add(folder);
      withNotes.add(path);
    },
    addBroken(from, reason, which = '') {
      if (which !== '') brokenNotes += 1;
      // Only so many broken notes are stored, because one file may hold a million of them.
      if (brokenNotes <= MOST_LISTED || which === '')
        unreadable.push({ from, file: `${from.name}${which}`, reason });
    },
    addLoss(note, reason) {
      lossCount += 1;
      if (lossCount <= MOST_LISTED) losses.push({ file: titleOf(note), reason });
    },
    result: (added, pictures) => ({
      added,
      known: notes.size - added + repeated.length,
      empty: empty.length,
      broken: shorten(brokenFiles(), Math.max(0, brokenNotes - MOST_LISTED)),
      ...(lossCount > 0 && { losses: shorten(losses, lossCount - losses.length) }),
      ...(pictures !== undefined && { pictures }),
    }),
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

/** @param others how many more there are beside those of `broken` */
function shorten(broken: readonly ImportProblem[], others: number): ImportProblem[] {
  const list = broken.slice(0, MOST_LISTED).map(({ file, reason }) => ({ file: shownName(file), reason }));
  const more = broken.length - list.length + others;
  return more === 0 ? list : [...list, { file: `${more} more`, reason: 'They could not be read either.' }];
}

/** Makes a name fit to be shown, because an archive may give its files any name. */
export function shownName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/\p{C}+/gu, ' ')
    .slice(-MOST_NAME_UNITS);
}
