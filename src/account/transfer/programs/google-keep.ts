/**
 * Google Takeout's export of Keep: a JSON file of each note, the same note as a web page, its pictures, and a
 * list of all labels. The content of a JSON file decides whether it is a note, because Takeout translates the
 * names of its folders.
 */
import path from 'node:path';
import { fold } from '#shared/text/search.ts';
import { shownLabels } from '#shared/note/labels.ts';
import { isKeepNote, fromKeep } from '../notes/keep-note.ts';
import type { IncomingNote } from '../notes/incoming-note.ts';
import { entryOfKeepPage } from '../notes/keep-page.ts';
import { oneNote, type Reading } from '../notes/reading.ts';
import { expected, leftOut } from '../sources/outcome.ts';
import type { SourceFile } from '../sources/sources.ts';
import { trim } from '../notes/white-space.ts';
import type { CreateProgram } from './program.ts';

const PAGE_OF_NOTE = expected('The same note came from its JSON file.');
const LIST_OF_LABELS = expected('It is Google Keep’s list of labels, which the notes have themselves.');
const TAKEOUT_INDEX = expected('It is Google Takeout’s list of its files.');
const OTHER_PRODUCT = leftOut('It belongs to another Google product. If it is a note, choose it by itself.');

/** Keep's folder in a Takeout, unless that is translated. */
const KEEP = 'Keep';

/** UTF-16 units; Keep allows 50. */
const MOST_LABEL = 225;

export const createGoogleKeep: CreateProgram = (uid) => {
  /**
   * Places of notes: the last folder and the name, because another part of an archive may have the page or
   * the list.
   */
  const notes = new Set<string>();
  /** For each last folder with notes, the labels that they have. */
  const labels = new Map<string, Set<string>>();
  /** Google products with notes; their names are translated. */
  const products = new Set<string>();

  function addLabels(file: SourceFile, note: IncomingNote | null): void {
    const folder = lastFolderOf(file);
    const folderLabels = labels.get(folder) ?? new Set<string>();
    for (const name of shownLabels(note?.fields.labels ?? null)) folderLabels.add(fold(name));
    labels.set(folder, folderLabels);
  }

  function addNote(file: SourceFile, note: IncomingNote | null): void {
    notes.add(placeOf(file));
    addLabels(file, note);
    const product = productOf(file);
    if (product !== null) products.add(product);
  }

  function isListOfLabels(file: SourceFile, text: string): boolean {
    const used = labels.get(lastFolderOf(file));
    if (used === undefined || !/\.txt$/i.test(file.name)) return false;
    const lines = text
      .split(/\r\n?|\n/)
      .map((line) => trim(line))
      .filter((line) => line !== '');
    if (lines.some((line) => line.length > MOST_LABEL)) return false;
    const listed = new Set(lines.map((line) => fold(line)));
    // It lists the labels of all notes. Its name is translated, so it counts only where no note has a label.
    return used.isSubsetOf(listed) && (used.size > 0 || /^labels\.txt$/i.test(path.basename(file.name)));
  }

  function isOfOtherProduct(file: SourceFile): boolean {
    const product = productOf(file);
    return product !== null && product !== KEEP && !products.has(product);
  }

  function readPage(file: SourceFile, text: string): Reading | null {
    if (notes.has(placeOf(file))) return PAGE_OF_NOTE;
    if (/^archive_browser\.html$/i.test(path.basename(file.name))) return TAKEOUT_INDEX;
    const entry = entryOfKeepPage(text, uid);
    if (entry === null) return null;
    addLabels(file, entry.kind === 'note' ? entry.note('day first') : null);
    return { kind: 'notes', entries: [entry] };
  }

  return {
    isLikely: (file) => lastFolderOf(file) === KEEP,
    read(read) {
      const { file } = read;
      if (read.type === 'json' && isKeepNote(read.value)) {
        const note = fromKeep(read.value, uid);
        addNote(file, note);
        return oneNote(note);
      }
      const page = read.type === 'html' ? readPage(file, read.text) : null;
      if (page !== null) return page;
      if (read.type === 'text' && isListOfLabels(file, read.text)) return LIST_OF_LABELS;
      const isWords = read.type === 'text' || read.type === 'html';
      // Without notes of Keep, a text may be what the folder was chosen for.
      return isWords && products.size > 0 && isOfOtherProduct(file) ? OTHER_PRODUCT : null;
    },
    explain: (file) => (isOfOtherProduct(file) ? OTHER_PRODUCT : null),
  };
};

function lastFolderOf({ folder }: SourceFile): string {
  return folder.split(/[\\/]/).at(-1) ?? '';
}

function placeOf(file: SourceFile): string {
  const name = path.basename(file.name);
  return `${lastFolderOf(file)}/${name.slice(0, name.length - path.extname(name).length)}`;
}

/** The folder of a Google product in a Takeout; null for a file outside of one. */
function productOf({ name }: SourceFile): string | null {
  const folders = name.split(/[\\/]/).slice(0, -1);
  const at = folders.indexOf('Takeout');
  return at < 0 ? null : (folders[at + 1] ?? null);
}
