/** Recognises text files that are not notes themselves: the list of labels beside Keep's notes, and files of other products in a Takeout. */
import path from 'node:path';
import type { SourceFile } from './sources.ts';

export interface CompanionFiles {
  /** To be called for each file that is a note of Keep. */
  addKeepNote(file: SourceFile): void;
  has(text: SourceFile): boolean;
}

export function createCompanionFiles(): CompanionFiles {
  const keep = new Set<string>();
  /** Names of the chosen paths that contain Keep's notes. */
  const withKeep = new Set<string>();

  function isOfTakeout(folder: string): boolean {
    const [chosen = '', ...below] = folder.split(/[\\/]/);
    // Any folder may have this name, so a chosen one counts only if it contains Keep's notes.
    return below.includes('Takeout') || (chosen === 'Takeout' && withKeep.has(chosen));
  }

  return {
    addKeepNote({ folder }) {
      keep.add(folder);
      withKeep.add(folder.split(/[\\/]/)[0] ?? '');
    },
    has({ name, folder, isChosen }) {
      if (isChosen) return false;
      const isList = keep.has(folder) && path.extname(name).toLowerCase() === '.txt';
      return isList || isOfTakeout(folder);
    },
  };
}
