/** What an import has found so far, and what its result says of that. */
import { basename } from 'node:path';
import type { ImportResult } from '#shared/transfer.ts';
import { type IncomingNote, keyOf } from './incoming-note.ts';
import type { BrokenFile, SourceFile } from './sources.ts';

export interface Findings {
  /** By their keys (`keyOf`): a note that comes twice with the same words is there once. */
  readonly notes: ReadonlyMap<string, IncomingNote>;
  /** The note that has, or had, this id elsewhere. */
  noteWithAlias(id: string): IncomingNote | undefined;
  /** @param note null for one without a word in it */
  add(note: IncomingNote | null): void;
  /** There is a note in the file, be it a broken one. */
  addRecognised(file: SourceFile): void;
  /** @param which of the file's notes it is about; empty for the whole file */
  addBroken(file: SourceFile, reason: string, which?: string): void;
  /** @param added how many of the notes were new */
  result(added: number): ImportResult;
}

/** Further ones are counted, not listed, and of notes in a file only so many are remembered. */
const MOST_LISTED = 500;
const MOST_NAME_UNITS = 300;

/** @param broken what could not even be looked into */
export function createFindings(chosen: readonly string[], broken: readonly BrokenFile[]): Findings {
  const notes = new Map<string, IncomingNote>();
  const byAlias = new Map<string, IncomingNote>();
  /** Files, and notes within them, that could not be read. Not all of them are listed, see `brokenFiles`. */
  const unreadable: { readonly from: SourceFile; readonly file: string; readonly reason: string }[] = [];
  /** Folders in which at least one note was found. */
  const folders = new Set<string>();
  /** Chosen paths in which at least one note was found. */
  const withNotes = new Set<string>();
  let brokenNotes = 0;
  let empty = 0;
  let repeated = 0;

  /**
   * What the result lists. A Takeout also holds files of other products, and that those cannot be read is no problem. So
   * an unreadable file is listed only if there are notes in its folder, if the person chose the file itself, or if no notes
   * were found at all. A chosen path in which there is nothing to list and no note is listed, too.
   */
  function brokenFiles(): BrokenFile[] {
    const listed = unreadable.filter(
      ({ from }) => folders.size === 0 || folders.has(from.folder) || from.isChosen,
    );
    const failed = new Set(listed.map(({ from }) => from.chosen));
    const withoutNotes = chosen.filter(
      (path) => !withNotes.has(path) && !failed.has(path) && !isBroken(path),
    );
    const empties = withoutNotes.map((path) => ({
      file: basename(path),
      reason: 'It holds no notes of Google Keep or Inkling.',
    }));
    return [...broken, ...listed.map(({ file, reason }) => ({ file, reason })), ...empties];
  }

  function isBroken(path: string): boolean {
    return broken.some(({ file }) => file === basename(path));
  }

  return {
    notes,
    noteWithAlias: (id) => byAlias.get(id),
    add(note) {
      if (note === null) {
        empty += 1;
        return;
      }
      const key = keyOf(note.origin);
      const earlier = notes.get(key);
      if (earlier === undefined) notes.set(key, note);
      else repeated += 1;
      for (const alias of note.aliases) byAlias.set(alias, earlier ?? note);
    },
    addRecognised({ folder, chosen: path }) {
      folders.add(folder);
      withNotes.add(path);
    },
    addBroken(from, reason, which = '') {
      if (which !== '') brokenNotes += 1;
      // Of broken notes only so many are remembered, because one file may hold a million of them.
      if (brokenNotes <= MOST_LISTED || which === '')
        unreadable.push({ from, file: `${from.name}${which}`, reason });
    },
    result: (added) => ({
      added,
      known: notes.size - added + repeated,
      empty,
      broken: shorten(brokenFiles(), Math.max(0, brokenNotes - MOST_LISTED)),
    }),
  };
}

/** @param others how many more there are */
function shorten(broken: readonly BrokenFile[], others: number): BrokenFile[] {
  const list = broken.slice(0, MOST_LISTED).map(({ file, reason }) => ({ file: shownName(file), reason }));
  const more = broken.length - list.length + others;
  return more === 0 ? list : [...list, { file: `${more} more`, reason: 'They could not be read either.' }];
}

/** An archive may give its files any name. */
function shownName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/\p{C}+/gu, ' ')
    .slice(-MOST_NAME_UNITS);
}
