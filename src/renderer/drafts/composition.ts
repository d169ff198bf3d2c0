/**
 * The words in the fields of one place and their states: the pure part of a composer.
 *
 *   typing ── save ──▶ saving ── saved, nothing typed meanwhile ──▶ saved
 *    ▲  ▲                │                                                    │
 *    │  └──── failed ────┘                                                    │
 *    └───────────────────────────────── type ─────────────────────────────────┘
 */
import { assertNever } from '#shared/base/assert-never.ts';
import {
  contentAbove,
  type Draft,
  type DraftKey,
  hasUnsavedWords,
  joinedContent,
  joinedDraft,
  newNoteDraft,
} from '#shared/note/draft.ts';
import type { Marks } from '#shared/note/marks.ts';
import { hasContent, type NoteContent, sameContent } from '#shared/note/note.ts';
import { marksOf, NO_MARKS, type ShownMarks, shownMarksWith } from '../marks/shown-marks.ts';

/**
 * Saving: the words are becoming a note or an edit, without those typed meanwhile. Saved: they have not
 * changed since.
 */
export type Stage = 'typing' | 'saving' | 'saved';

export interface Composition {
  readonly stage: Stage;
  /** The note's words when typing began; empty for a new note. */
  readonly base: NoteContent;
  /** The words that the fields were opened with. */
  readonly start: NoteContent;
  readonly content: NoteContent;
  /** The marks of a new note. An existing note's marks change at once, independently of its words. */
  readonly shownMarks: ShownMarks;
}

export type Change =
  /** Puts other words into the fields. */
  | { readonly type: 'open'; readonly base: NoteContent; readonly content: NoteContent }
  | { readonly type: 'type'; readonly content: NoteContent }
  | { readonly type: 'mark'; readonly marks: Marks }
  /** Joins a stored draft, which the fields did not show, to their words. */
  | { readonly type: 'join'; readonly stored: Draft }
  | { readonly type: 'save' }
  /** A note has these words now. */
  | { readonly type: 'saved'; readonly content: NoteContent }
  | { readonly type: 'failed' };

export const EMPTY_CONTENT: NoteContent = { title: '', text: '' };

export const EMPTY_COMPOSITION: Composition = {
  stage: 'typing',
  base: EMPTY_CONTENT,
  start: EMPTY_CONTENT,
  content: EMPTY_CONTENT,
  shownMarks: NO_MARKS,
};

export function nextComposition(key: DraftKey, before: Composition, change: Change): Composition {
  const { stage, content, shownMarks } = before;
  switch (change.type) {
    case 'open': {
      const { base, content: opened } = change;
      return { ...EMPTY_COMPOSITION, base, start: opened, content: opened };
    }
    case 'type':
      return { ...before, content: change.content, stage: stage === 'saved' ? 'typing' : stage };
    case 'mark':
      // A save under way would not include the mark.
      return stage === 'saving'
        ? before
        : { ...before, shownMarks: shownMarksWith(shownMarks, change.marks) };
    case 'join': {
      const { stored } = change;
      if (stored.place !== 'edit') {
        const joined = hasContent(content) ? joinedContent(stored.content, content) : stored.content;
        return { ...before, content: joined, shownMarks: withEarlier(shownMarks, stored.marks ?? {}) };
      }
      // Both are edits of the note as it was when the earlier one began.
      return { ...before, content: joinedDraft(stored, { ...stored, content }).content };
    }
    case 'save':
      return { ...before, stage: 'saving' };
    case 'saved':
      return afterSave(key, before, change.content);
    case 'failed':
      return { ...before, stage: 'typing' };
    default:
      return assertNever(change);
  }
}

function afterSave({ place }: DraftKey, before: Composition, saved: NoteContent): Composition {
  const { content } = before;
  if (place !== 'edit')
    return { ...EMPTY_COMPOSITION, content: contentAbove(content, saved) ?? EMPTY_CONTENT };
  const stage = sameContent(content, saved) ? 'saved' : 'typing';
  return { ...before, stage, base: saved, start: saved };
}

function withEarlier(shownMarks: ShownMarks, earlier: Marks): ShownMarks {
  return shownMarksWith(shownMarksWith(NO_MARKS, earlier), marksOf(shownMarks));
}

function toDraft(key: DraftKey, { content, base, shownMarks }: Composition): Draft {
  if (key.place === 'edit') return { place: 'edit', id: key.id, content, base };
  return newNoteDraft(key.place, content, marksOf(shownMarks));
}

/** The draft to store for the fields; null if they hold no unsaved words. */
export function draftOf(key: DraftKey, composition: Composition): Draft | null {
  const draft = toDraft(key, composition);
  return hasUnsavedWords(draft) ? draft : null;
}

/** The longer of two successive contents; the empty one once the fields are empty. */
export function longerContent(before: NoteContent, after: NoteContent): NoteContent {
  return hasContent(after) && sizeOf(after) < sizeOf(before) ? before : after;
}

function sizeOf({ title, text }: NoteContent): number {
  return title.length + text.length;
}

/** A box, or a label's name, which leaves the text when it is chosen. */
const NO_WORDS = /^\s*(?:[☐☑]|[-*+] \[[ xX]\])?\s*(?:#\S*)?$/u;

/** Whether words that were deleted before they were a note belong into the history. */
export function isWorthRecovering({ title, text }: NoteContent): boolean {
  return title.trim() !== '' || !NO_WORDS.test(text);
}
