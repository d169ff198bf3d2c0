/**
 * Views: what a screen shows of one list under one query. The renderer never holds all notes; it asks for a
 * window of a view and is told when views may have changed.
 */
import type { ListName, NoteId } from './note.ts';

export interface ViewRequest {
  readonly list: ListName;
  /** As typed; blank shows the whole list. */
  readonly query: string;
  /** Index of the first row wanted, from 0, newest first. */
  readonly offset: number;
  /** How many rows at the most, 1 to `MAX_WINDOW`. */
  readonly limit: number;
}

export const MAX_WINDOW = 500;

/** What a card shows. The whole note is read when it is opened. */
export interface NoteRow {
  readonly id: NoteId;
  readonly title: string;
  /** The text's beginning, at most `EXCERPT_LENGTH` UTF-16 units. */
  readonly excerpt: string;
  /** Whether the text goes on after the excerpt. */
  readonly clipped: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Whether a change to this note waits to be pushed. */
  readonly pending: boolean;
  /** Why the cloud refuses the note; null where it does not. */
  readonly refused: string | null;
  /** Whether it holds words that could not be merged into the note beside it. */
  readonly conflictCopy: boolean;
}

/** Twelve lines of the widest card, the most that is shown, hold fewer letters; a longer excerpt would only be slower to send. */
export const EXCERPT_LENGTH = 1200;

export interface ViewPage {
  /** Grows by one with every change to the store; a page with a lower number is stale. */
  readonly revision: number;
  readonly offset: number;
  /** How many rows the whole view has. */
  readonly total: number;
  /** True while the rows are being counted: `total` is the least there are. Views have changed when the count is known. */
  readonly atLeast?: true;
  readonly rows: readonly NoteRow[];
}

/** A note that another device deleted for ever; its last content stays on this device for 30 days (S6). */
export interface RemovedRow {
  /** The number of these words: a note may have been removed several times, each time with others. */
  readonly version: number;
  readonly title: string;
  /** The text's beginning, at most `EXCERPT_LENGTH` UTF-16 units. */
  readonly excerpt: string;
  /** When this device heard of it, milliseconds since the epoch. */
  readonly removedAt: number;
}

export interface RemovedPage {
  readonly total: number;
  /** Most recently removed first. */
  readonly rows: readonly RemovedRow[];
}

/** How many notes each list holds, regardless of any query. */
export type ListCounts = Readonly<Record<ListName, number>>;
