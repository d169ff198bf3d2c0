/** The note as every layer of the app knows it, and the rule that puts it into a list (spec §3). */
import { withoutBoxes } from '../text/list-lines.ts';
import type { UnknownValue } from './unknown-value.ts';

/** Firestore document id of a note, made on this device; see `note-id.ts`. */
export type NoteId = string & { readonly __brand: 'NoteId' };

/** Firebase user id of a note's owner. */
export type Uid = string & { readonly __brand: 'Uid' };

/** The words that the user types. Newlines are `\n`; either may be empty, not both (spec §5). */
export interface NoteContent {
  readonly title: string;
  readonly text: string;
}

export interface NoteFlags {
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
}

/**
 * The fields that this app writes. `null` is a field that the document lacks, or words that it holds in
 * another type.
 */
export interface NoteFields extends NoteFlags {
  readonly title: string | null;
  readonly text: string | null;
  /** For a conflict copy, the id of its original; empty once the conflict is settled. */
  readonly conflictOf: string | null;
  readonly isPinned: boolean | UnknownValue | null;
  /** A name of `COLORS`, or one of another client; `DEFAULT` if the user has removed the colour. */
  readonly color: string | UnknownValue | null;
  /** Names as the user wrote them, each once. `shownLabels` in `labels.ts` gives the names in any value. */
  readonly labels: readonly string[] | UnknownValue | null;
}

/**
 * Whether the note holds words that could not be merged into another note, and the conflict is not settled.
 */
export function isConflictCopy({ conflictOf }: Pick<NoteFields, 'conflictOf'>): boolean {
  return conflictOf !== null && conflictOf !== '';
}

/** A part of the fields, as an edit carries it (spec §7: partial field update). */
export type NotePatch = Partial<NoteFields>;

export interface Note extends NoteFields {
  readonly id: NoteId;
  /**
   * Milliseconds since the epoch: the server's timestamp, or this device's estimate until that is known. For
   * an imported note, its date in the original app, which does not affect the order.
   */
  readonly createdAt: number;
  /**
   * When its words were last changed, in milliseconds since the epoch, according to the history of this
   * device or, for an imported note, its original app. Null if neither knows a change later than a minute
   * after the note was created.
   */
  readonly editedAt: number | null;
}

export const LISTS = ['active', 'archived', 'trashed'] as const;
export type ListName = (typeof LISTS)[number];

/**
 * Which list shows the note; an archived note stays in the archive even if it is flagged deleted (spec §3).
 */
export function listOf(flags: NoteFlags): ListName {
  if (flags.isArchived) return 'archived';
  return flags.isDeleted ? 'trashed' : 'active';
}

/** The flags after each action of spec §4. */
export const TRANSITIONS = {
  archive: { isArchived: true },
  unarchive: { isArchived: false },
  trash: { isArchived: false, isDeleted: true },
  restore: { isDeleted: false },
} as const satisfies Record<string, Partial<NoteFlags>>;
export type Transition = keyof typeof TRANSITIONS;

/** The words of a note; a missing title or text is empty. */
export function contentOf({ title, text }: Pick<NoteFields, 'title' | 'text'>): NoteContent {
  return { title: title ?? '', text: text ?? '' };
}

/**
 * The name of a note in one line: the first line with words in its title or, without one, in its text, without
 * a list's box; may be empty.
 * @param text the text or its beginning
 */
export function nameOfNote(title: string, text: string): string {
  return (/\S.*/u.exec(title) ?? /\S.*/u.exec(withoutBoxes(text)))?.[0] ?? '';
}

/** Whether a new note is worth keeping (spec §5). */
export function hasContent(content: NoteContent): boolean {
  return content.title !== '' || content.text !== '';
}

export function sameContent(first: NoteContent, second: NoteContent): boolean {
  return first.title === second.title && first.text === second.text;
}
