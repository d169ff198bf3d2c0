/**
 * Views: what a screen shows of one list under one search. The renderer never holds all notes; it asks for a
 * window of a view and is told when views may have changed.
 */
import { isBlank } from '../text/search.ts';
import type { Color } from './colors.ts';
import type { Refusal } from '../base/reasons.ts';
import type { ListName, NoteId } from './note.ts';

/** A search of the lists: it finds the notes that match the query (spec §5) and have all of the labels. */
export interface Search {
  /** Plain text as typed; a blank query matches every note. */
  readonly query: string;
  /** Names of labels in any spelling. A name that is no note's label matches nothing. */
  readonly labels: readonly string[];
}

export const EMPTY_SEARCH: Search = { query: '', labels: [] };

/** The longest query, in UTF-16 units. */
export const MAX_QUERY_UNITS = 100_000;

export function isEmptySearch({ query, labels }: Search): boolean {
  return isBlank(query) && labels.length === 0;
}

export function isSameSearch(first: Search, second: Search): boolean {
  return (
    first.query === second.query &&
    first.labels.length === second.labels.length &&
    first.labels.every((name, index) => name === second.labels[index])
  );
}

export interface View extends Search {
  readonly list: ListName;
}

export interface ViewRequest extends View {
  /** Index of the first row wanted, from 0. Pinned rows come first, the newest first in each part. */
  readonly offset: number;
  /** The largest number of rows to answer, 1 to `MAX_WINDOW`. */
  readonly limit: number;
}

export const MAX_WINDOW = 500;

/** What a card shows. The whole note is read when it is opened. */
export interface NoteRow {
  readonly id: NoteId;
  /** The title's beginning, at most `TITLE_LENGTH` UTF-16 units. */
  readonly title: string;
  /**
   * The text's beginning, at most `EXCERPT_LENGTH` UTF-16 units. If the card would not show the first hit of
   * a search, the excerpt begins with `…`, a line or some words before that hit. It contains the whole hit,
   * even if the hit is longer.
   */
  readonly excerpt: string;
  /** Whether the text goes on after the excerpt. */
  readonly clipped: boolean;
  /** As in `Note`. */
  readonly createdAt: number;
  /** As in `Note`. */
  readonly editedAt: number | null;
  /** Whether a change to this note waits to be pushed. */
  readonly pending: boolean;
  /** Why the cloud refuses the note; null if it does not. */
  readonly refused: Refusal | null;
  /** Whether the note holds words that could not be merged into the note beside it. */
  readonly conflictCopy: boolean;
  /** Whether the row is among the pinned notes, which only the list of active notes has. */
  readonly pinned: boolean;
  readonly color: Color | null;
  readonly labels: readonly string[];
}

/**
 * Even the widest card shows fewer characters in its twelve lines. A longer excerpt would be slower to send.
 */
export const EXCERPT_LENGTH = 1200;

/** A card shows fewer characters in its three lines of title. */
export const TITLE_LENGTH = 400;

export interface ViewPage {
  /** Grows by one with every change of the store; a page with a lower number is stale. */
  readonly revision: number;
  readonly offset: number;
  readonly total: number;
  /** How many rows of the whole view are pinned. They come first. */
  readonly pinned: number;
  /**
   * True while the rows are being counted: `total` is then a lower bound. Views change again when the count
   * is known.
   */
  readonly atLeast?: true;
  readonly rows: readonly NoteRow[];
}

/**
 * A place in a section: below a key or, if that is null, at the top. Each section, such as the pinned notes,
 * has its own order.
 */
export interface Place {
  readonly section: number;
  readonly key: number | null;
}

/**
 * A note that another device deleted forever, or words that were deleted before they became a note (S12.5).
 * They stay on this device for 30 days (S12.3).
 */
export interface RemovedRow {
  /**
   * The number of this version. A note may have been removed several times, each time with different words.
   */
  readonly version: number;
  /** The title's beginning, at most `TITLE_LENGTH` UTF-16 units. */
  readonly title: string;
  /** The text's beginning, at most `EXCERPT_LENGTH` UTF-16 units. */
  readonly excerpt: string;
  /** When this device learned of it, milliseconds since the epoch. */
  readonly removedAt: number;
  /** Whether the words were never saved as a note. */
  readonly isUnsaved: boolean;
}

export interface RemovedPage {
  readonly total: number;
  /** Most recently removed first. */
  readonly rows: readonly RemovedRow[];
}

/** How many notes each list holds, regardless of any search. */
export type ListCounts = Readonly<Record<ListName, number>>;

/** A label that notes have. */
export interface LabelCount {
  /** In one of its spellings. */
  readonly name: string;
  /** How many active notes have it; a label may be only on notes of the archive or the trash. */
  readonly active: number;
}
