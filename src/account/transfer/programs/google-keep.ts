/**
 * Google Takeout's export of Keep: a JSON file of each note, the same note as a web page, its pictures, and a
 * list of all labels. The content of a JSON file decides whether it is a note, because Takeout translates the
 * names of its folders.
 */
import path from 'node:path';
import { fold } from '#shared/text/search.ts';
import { shownLabels } from '#shared/note/labels.ts';
import { readPicture } from '../notes/embedded-pictures.ts';
import { wordsOfHtml } from '../notes/html-words.ts';
import { boundedLabels } from '../notes/incoming-note.ts';
import { fromKeep, hasOwnText, isKeepNote, withWordsOfPage } from '../notes/keep-note.ts';
import { entryOfKeepPage, type KeepPage, readKeepPage } from '../notes/keep-page.ts';
import { entryOfText } from '../notes/markdown-note.ts';
import { entryOf, type Reading } from '../notes/reading.ts';
import { expected, leftOut } from '../sources/outcome.ts';
import type { SourceFile } from '../sources/sources.ts';
import { trim } from '../notes/white-space.ts';
import { readJson } from '../sources/read-json.ts';
import type { Pace } from '../../sync/slices.ts';
import type { CreateProgram } from './program.ts';

const PAGE_OF_NOTE = expected(
  'Keep’s web-page copies of these notes were skipped: they have the same words.',
);
const JSON_OF_PAGE = expected(
  'Keep’s files with only the date of a note were skipped: its words came from its web page.',
);
const LIST_OF_LABELS = expected('Keep’s list of labels was skipped: the notes have all of them.');
const OTHER_LABELS = leftOut(
  'Looks like Google Keep’s list of labels, but some of them are on no note. To import it as a note, choose it separately.',
);
const TAKEOUT_INDEX = expected('Google Takeout’s list of its files was skipped.');
const OTHER_PRODUCT = leftOut('Belongs to another Google product. If it is a note, choose it separately.');
const PICTURE_LOST = 'A picture in its web page could not be read.';

/** Keep's folder in a Takeout, unless that is translated. */
const KEEP = 'Keep';
/** UTF-16 units; Keep allows 50. */
const MOST_LABEL = 225;
/** The names of Keep's list of labels in Takeouts of several languages. */
const NAME_OF_LABELS =
  /^(?:labels|etiketten|étiquettes|libellés|etiquetas|marcadores|etichette|etiketter|etiketler|etykiety|štítky|címkék|tunnisteet|etichete|ярлыки|ярлики|ετικέτες|ラベル|라벨|标签|標籤)\.txt$/i;

export const createGoogleKeep: CreateProgram = (uid) => {
  /** Labels of the notes in each last folder with notes, in the form for comparing. */
  const labels = new Map<string, Set<string>>();
  /** Google products with notes; their names are translated. */
  const products = new Set<string>();
  /** JSON files without words of their own, by their exact places. Their values would take much memory. */
  const wordless = new Map<string, SourceFile>();

  /** @returns the names under which words are looked for in the note */
  function addNote(file: SourceFile, noteLabels: readonly string[]): readonly string[] {
    const folder = lastFolderOf(file);
    const folderLabels = labels.get(folder) ?? new Set<string>();
    for (const name of noteLabels) folderLabels.add(fold(name));
    labels.set(folder, folderLabels);
    return [placeOf(file), ...noteLabels.map((name) => labelIn(file, name))];
  }

  function readNote(file: SourceFile, value: unknown): Reading {
    const note = fromKeep(value, uid);
    const product = productOf(file);
    if (product !== null) products.add(product);
    const entries = [entryOf(note, addNote(file, shownLabels(note?.fields.labels ?? null)))];
    if (note !== null && hasOwnText(value, uid)) return { kind: 'notes', entries };
    // The page beside it may have the words.
    const place = exactPlaceOf(file);
    wordless.set(place, file);
    const words = note?.fields.title ?? '';
    return { kind: 'notes', entries, copy: { parts: [{ holders: [place], words }], found: JSON_OF_PAGE } };
  }

  async function readPage(file: SourceFile, text: string, pace: Pace): Promise<Reading | null> {
    const page = readKeepPage(text);
    if (page === null) return notOfKeep(file, text);
    const { pictures, names, losses } = picturesOf(page, file);
    const json = wordless.get(exactPlaceOf(file));
    if (json !== undefined && page.words !== '') {
      // An archive can have a thousand pages of the same name.
      wordless.delete(exactPlaceOf(file));
      const { value } = await readJson(json.read(), pace);
      const note = fromKeep(withWordsOfPage(value, page, names), uid);
      const holds = addNote(file, shownLabels(note?.fields.labels ?? null));
      const whole = note === null ? null : { ...note, losses: [...note.losses, ...losses] };
      return { kind: 'notes', entries: [entryOf(whole, [...holds, exactPlaceOf(file)])], pictures };
    }
    const entry = entryOfKeepPage(page, uid, names, losses);
    const holds = addNote(file, shownLabels(boundedLabels(page.labels).labels));
    const holders = [placeOf(file)];
    return {
      kind: 'notes',
      entries: [entry.kind === 'note' ? { ...entry, holds } : entry],
      pictures,
      copy: {
        parts: [
          { holders, words: `${page.title}\n${page.words}`, attachments: page.images.length },
          ...page.pageLines.map((words) => ({ holders, words })),
        ],
        found: PAGE_OF_NOTE,
      },
    };
  }

  /** A page that is no note may still be a file of Takeout, or stand without a word beside a note. */
  function notOfKeep(file: SourceFile, text: string): Reading | null {
    if (/^archive_browser\.html$/i.test(path.basename(file.name))) return TAKEOUT_INDEX;
    if (!labels.has(lastFolderOf(file)) || wordsOfHtml(text) !== '') return null;
    const copy = { parts: [{ holders: [placeOf(file)], words: '' }], found: PAGE_OF_NOTE };
    return { kind: 'notes', entries: [{ kind: 'empty' }], copy };
  }

  function readLabels(file: SourceFile, text: string): Reading | null {
    const used = labels.get(lastFolderOf(file));
    if (used === undefined || !/\.txt$/i.test(file.name)) return null;
    const lines = text
      .split(/\r\n?|\n/)
      .map((line) => trim(line))
      .filter((line) => line !== '');
    if (lines.some((line) => line.length > MOST_LABEL)) return null;
    const isCalledSo = NAME_OF_LABELS.test(path.basename(file.name).normalize('NFC'));
    const listed = new Set(lines.map((line) => fold(line)));
    const areLabels = used.size > 0 && used.isSubsetOf(listed) && listed.isSubsetOf(used);
    if (!isCalledSo && !areLabels) return null;
    const parts = lines.map((line) => ({ holders: [labelIn(file, line)], words: '' }));
    return {
      kind: 'notes',
      entries: [entryOfText(text, file, uid)],
      copy: { parts, found: LIST_OF_LABELS, ...(isCalledSo && { notFound: OTHER_LABELS }) },
    };
  }

  function isOfOtherProduct(file: SourceFile): boolean {
    const product = productOf(file);
    return product !== null && product !== KEEP && !products.has(product);
  }

  return {
    isLikely: (file) => lastFolderOf(file) === KEEP,
    async read(read, pace) {
      const { file } = read;
      if (read.type === 'json') return isKeepNote(read.value) ? readNote(file, read.value) : null;
      const reading =
        read.type === 'html'
          ? await readPage(file, read.text, pace)
          : read.type === 'text'
            ? readLabels(file, read.text)
            : null;
      if (reading !== null) return reading;
      const isWords = read.type === 'text' || read.type === 'html';
      // Without notes of Keep, a text may be what the folder was chosen for.
      return isWords && products.size > 0 && isOfOtherProduct(file) ? OTHER_PRODUCT : null;
    },
    explain: (file) => (isOfOtherProduct(file) ? OTHER_PRODUCT : null),
  };
};

/** The files that a page shows: those that are in it, the names of all, and what could not be read. */
function picturesOf(
  page: KeepPage,
  file: SourceFile,
): { readonly pictures: SourceFile[]; readonly names: string[]; readonly losses: string[] } {
  const pictures: SourceFile[] = [];
  const names: string[] = [];
  const losses: string[] = [];
  for (const image of page.images) {
    const picture = image.startsWith('data:') ? readPicture(image) : image;
    if (picture === null) losses.push(PICTURE_LOST);
    else if (typeof picture === 'string') names.push(picture);
    else {
      const name = `${stemOf(file)} picture ${pictures.length + 1}${picture.ending}`;
      names.push(name);
      pictures.push(embeddedFile(file, name, picture.bytes));
    }
  }
  return { pictures, names, losses };
}

function embeddedFile(page: SourceFile, name: string, bytes: Uint8Array): SourceFile {
  return {
    ...page,
    name: `${page.folder}/${name}`,
    isChosen: false,
    type: 'media',
    bytes: bytes.length,
    changed: null,
    read: async function* () {
      yield bytes;
    },
  };
}

function lastFolderOf({ folder }: SourceFile): string {
  return folder.split(/[\\/]/).at(-1) ?? '';
}

function stemOf(file: SourceFile): string {
  const name = path.basename(file.name);
  return name.slice(0, name.length - path.extname(name).length);
}

/** The last folder and the name, because another part of an archive may have the page or the list. */
function placeOf(file: SourceFile): string {
  return `${lastFolderOf(file)}/${stemOf(file)}`;
}

/** The place within one Takeout, whatever part of it has the file. */
function exactPlaceOf(file: SourceFile): string {
  const [chosen, folder] = [file.chosen, file.folder].map((name) =>
    name.replace(/-\d{3}\.zip(?=[\\/]|$)/i, '.zip'),
  );
  return `whole ${chosen} ${folder}/${stemOf(file)}`;
}

function labelIn(file: SourceFile, label: string): string {
  return `label ${lastFolderOf(file)}/${fold(label)}`;
}

/** The folder of a Google product in a Takeout; null for a file outside of one. */
function productOf({ name }: SourceFile): string | null {
  const folders = name.split(/[\\/]/).slice(0, -1);
  const at = folders.indexOf('Takeout');
  return at < 0 ? null : (folders[at + 1] ?? null);
}
