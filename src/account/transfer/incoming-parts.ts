/** Divides a note that is larger than the cloud takes into parts that name each other. */
import { utf8Length } from '#shared/text/utf8.ts';
import type { Uid } from '#shared/note/note.ts';
import { shownLabels } from '#shared/note/labels.ts';
import { fingerprint, importedId } from './notes/import-id.ts';
import {
  fingerprintOfWords,
  type IncomingNote,
  type Origin,
  originFields,
  writtenAt,
} from './notes/incoming-note.ts';

/** UTF-8. A document has 1 MiB for all of its fields, with their names. */
const MOST_BYTES = 1_000_000;
/** A part has a title, labels and lines that name others besides its piece of the text, and is not divided again. */
const MOST_PIECE_BYTES = 900_000;
const MOST_TITLE_BYTES = 2_000;
const MOST_TITLE_UNITS = 200;
/** A UTF-16 unit takes at most 3 bytes in UTF-8. */
const MOST_BYTES_PER_UNIT = 3;

export function isTooLarge({ fields }: IncomingNote): boolean {
  const all = [fields.title ?? '', fields.text ?? '', ...shownLabels(fields.labels)];
  const units = all.reduce((sum, part) => sum + part.length, 0);
  return (
    units > MOST_BYTES / MOST_BYTES_PER_UNIT &&
    all.reduce((sum, part) => sum + utf8Length(part), 0) > MOST_BYTES
  );
}

/** The parts in their order; the first is on top of the others in the list. All words are in them, once. */
export function partsOf(note: IncomingNote, uid: Uid): readonly IncomingNote[] {
  const { fields, origin } = note;
  const title = fields.title ?? '';
  const isTitleLarge = utf8Length(title) > MOST_TITLE_BYTES;
  const name = isTitleLarge ? wellFormedStart(title, MOST_TITLE_UNITS) : title;
  const text = isTitleLarge ? `${title}\n\n${fields.text ?? ''}` : (fields.text ?? '');
  const pieces = piecesOf(text);
  const nameOf = (index: number): string => `${name} (${index + 1} of ${pieces.length})`.trim();
  const partAt = (piece: string, index: number): IncomingNote => {
    const isFirst = index === 0;
    const isLast = index + 1 === pieces.length;
    const next = isLast ? '' : `\n\n[Goes on in “${nameOf(index + 1)}”]`;
    const before = isFirst ? '' : `[Goes on from “${nameOf(index - 1)}”]\n\n`;
    const partFields = { ...fields, title: nameOf(index), text: `${before}${piece}${next}` };
    const part: Origin = {
      ...origin,
      id: isFirst ? origin.id : fingerprint('part', origin.id, index),
      words: fingerprintOfWords(partFields),
      // The list shows the newest first.
      created: origin.created === null ? null : origin.created - index,
      edited: origin.edited === null ? null : origin.edited - index,
    };
    return {
      id: importedId(uid, writtenAt(part), part.id),
      aliases: isFirst ? note.aliases : [],
      fields: partFields,
      extra: { ...note.extra, ...originFields(part) },
      origin: part,
      // The lines that name them are at the end of the last part.
      attachments: isLast ? note.attachments : [],
      losses: isFirst ? note.losses : [],
    };
  };
  return pieces.map((piece, index) => partAt(piece, index));
}

/** Cut at the end of a line if there is one in the last quarter, else of a word, and never within a character. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  while (from < text.length) {
    const most = from + unitsWithin(text, from);
    const isLast = most >= text.length;
    const end = isLast ? text.length : cutBefore(text, from + Math.floor((most - from) * 0.75), most);
    pieces.push(text.slice(from, end));
    from = end;
  }
  return pieces;
}

/** How many UTF-16 units from here take at most so many bytes. */
function unitsWithin(text: string, from: number): number {
  let [low, high] = [MOST_PIECE_BYTES / MOST_BYTES_PER_UNIT, Math.min(MOST_PIECE_BYTES, text.length - from)];
  if (high <= low) return high;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (utf8Length(text.slice(from, from + middle)) <= MOST_PIECE_BYTES) low = middle;
    else high = middle - 1;
  }
  return low;
}

function cutBefore(text: string, least: number, most: number): number {
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, most - 1);
    if (at >= least) return at + 1;
  }
  return /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
}

function wellFormedStart(text: string, units: number): string {
  return text.slice(0, units).replace(/[\uD800-\uDBFF]$/, '');
}
