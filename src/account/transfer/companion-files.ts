/**
 * Recognises text files that are not notes themselves: the Markdown files of an export whose notes came unchanged from
 * its `notes.json`, the list of labels beside Keep's notes, and files of other products in a Takeout.
 */
import path from 'node:path';
import type { ExportedNote } from './own-format.ts';
import type { SourceFile } from './sources.ts';

export interface CompanionFiles {
  /** To be called for each note from the JSON of an export. */
  addExported(note: ExportedNote): void;
  /** To be called for each file that is a note of Keep. */
  addKeepNote(file: SourceFile): void;
  has(text: SourceFile): boolean;
  /** Whether the JSON of an export had the note of a Markdown file with these words. If not, its words were changed. */
  hasExported(note: ExportedNote): boolean;
}

export function createCompanionFiles(): CompanionFiles {
  const exported = new Set<string>();
  const keep = new Set<string>();
  /** Names of the chosen paths that contain Keep's notes. */
  const withKeep = new Set<string>();

  function isOfTakeout(folder: string): boolean {
    const [chosen = '', ...below] = folder.split(/[\\/]/);
    // Any folder may have this name, so a chosen one counts only if it contains Keep's notes.
    return below.includes('Takeout') || (chosen === 'Takeout' && withKeep.has(chosen));
  }

  return {
    addExported: (note) => void exported.add(keyOf(note)),
    addKeepNote({ folder }) {
      keep.add(folder);
      withKeep.add(folder.split(/[\\/]/)[0] ?? '');
    },
    has({ name, folder, isChosen }) {
      if (isChosen) return false;
      const isList = keep.has(folder) && path.extname(name).toLowerCase() === '.txt';
      return isList || isOfTakeout(folder);
    },
    hasExported: (note) => exported.has(keyOf(note)),
  };
}

function keyOf({ id, title, text }: ExportedNote): string {
  return JSON.stringify([id, title, text]);
}
