/**
 * Text files that are no notes of their own: those of an export whose notes came from its `notes.json` as they are, the list of labels
 * beside Keep's notes, and whatever other products put into a Takeout.
 */
import path from 'node:path';
import type { ExportedNote } from './own-format.ts';
import type { SourceFile } from './sources.ts';

export interface CompanionFiles {
  /** This note came from the JSON of an export. */
  addExported(note: ExportedNote): void;
  /** This file is one of Keep's notes. */
  addKeepNote(file: SourceFile): void;
  has(text: SourceFile): boolean;
  /** Whether the note in a Markdown file came with these words before. Any other one was written since, or is of another export. */
  hasExported(note: ExportedNote): boolean;
}

export function createCompanionFiles(): CompanionFiles {
  const exported = new Set<string>();
  const keep = new Set<string>();
  /** Chosen paths with Keep's notes below, by their names. */
  const withKeep = new Set<string>();

  function isOfTakeout(folder: string): boolean {
    const [chosen = '', ...below] = folder.split(/[\\/]/);
    // Anybody may call a folder so: the chosen one counts where Keep's notes are in it.
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

/** Without the spaces between words: Markdown of earlier versions has other ones in its headings. */
function keyOf({ id, title, text }: ExportedNote): string {
  return `${id} ${title ?? ''} ${text ?? ''}`.replaceAll(/\s+/g, ' ').trim();
}
