/** Drafts: words that are being typed and not yet saved in a note. They survive a crash of the app. */
import { MOST_LABELS, withLabels } from './labels.ts';
import type { Marks, NewNote } from './marks.ts';
import { mergeText } from '../text/merge-text.ts';
import { hasContent, type NoteContent, type NoteId, sameContent } from './note.ts';

/** Where words are being typed: the creation box, the quick note, or the edit dialog of a note. */
export type DraftKey = { readonly place: NewNotePlace } | { readonly place: 'edit'; readonly id: NoteId };

/** The windows that words are typed in: the quick note has one of its own. */
export type DraftWindow = 'main' | 'quick';

export function windowOf({ place }: DraftKey): DraftWindow {
  return place === 'quick' ? 'quick' : 'main';
}

/** The places whose words become a new note. */
export type NewNotePlace = 'new' | 'quick';

export interface NewNoteDraft extends DraftOf<NewNotePlace> {
  /** The marks that the draft's note gets; left out if there are none. */
  readonly marks?: Marks;
}

interface DraftOf<Place> {
  readonly place: Place;
  readonly content: NoteContent;
}

export type Draft =
  | NewNoteDraft
  | {
      readonly place: 'edit';
      readonly id: NoteId;
      readonly content: NoteContent;
      /** The words of the note when the dialog opened, which the edit changes. */
      readonly base: NoteContent;
    };

export function newNoteDraft(place: NewNotePlace, content: NoteContent, marks: Marks = {}): NewNoteDraft {
  return Object.keys(marks).length === 0 ? { place, content } : { place, content, marks };
}

export function newNoteOf(content: NoteContent, marks: Marks = {}): NewNote {
  return Object.keys(marks).length === 0 ? content : { ...content, marks };
}

/** Of two drafts with the same key, the later one replaces the other. */
export function sameDraftKey(first: DraftKey, second: DraftKey): boolean {
  if (first.place !== 'edit' || second.place !== 'edit') return first.place === second.place;
  return first.id === second.id;
}

/**
 * Joins both contents without losing a word: `added` is put below `before`, unless it is there already. If
 * `added` continues all of `before`, it replaces `before`.
 */
export function joinedContent(before: NoteContent | null, added: NoteContent): NoteContent {
  if (before === null || !hasContent(before)) return added;
  if (isContinuedBy(before.title, added.title) && isContinuedBy(before.text, added.text)) return added;
  return contentBelow(before, added);
}

/** Puts `added` below `before`, whose words do not change, unless it is there already. */
export function contentBelow(before: NoteContent, added: NoteContent): NoteContent {
  if (!hasContent(before)) return added;
  const below = wordsOf(added);
  if (before.text === below || before.text.endsWith(`\n\n${below}`)) return before;
  return { title: before.title, text: before.text === '' ? below : `${before.text}\n\n${below}` };
}

/** Whether all words of `some` are in `all`, so that joining the two adds nothing. */
export function holdsContent(all: NoteContent, some: NoteContent): boolean {
  return sameContent(joinedContent(some, all), all);
}

/**
 * Whether losing the draft would lose words (S11.3). False if it is empty or an edit that changes nothing.
 */
export function hasUnsavedWords(draft: Draft): boolean {
  return draft.place === 'edit' ? !sameContent(draft.content, draft.base) : hasContent(draft.content);
}

/** Whether words were only added at the ends. */
export function isExtended(before: NoteContent, after: NoteContent): boolean {
  return after.title.startsWith(before.title) && after.text.startsWith(before.text);
}

/**
 * Joins two drafts of one place that were written independently. Edits of one base are merged; other words,
 * and edits that conflict, are put one below the other.
 */
export function joinedDraft(before: Draft, added: Draft): Draft {
  const content = joinedEdits(before, added) ?? joinedContent(before.content, added.content);
  if (before.place === 'edit' || added.place === 'edit') return { ...before, content };
  return newNoteDraft(before.place, content, joinedMarks(before.marks, added.marks));
}

/** The labels of both, up to the limit of a note, and the pin and colour of the later one that has them. */
function joinedMarks(before: Marks = {}, added: Marks = {}): Marks {
  const addLabels = withLabels(before.addLabels ?? [], added.addLabels ?? []).slice(0, MOST_LABELS);
  return { ...before, ...added, ...(addLabels.length > 0 && { addLabels }) };
}

/** Null if they are not edits of one base. */
function joinedEdits(before: Draft, added: Draft): NoteContent | null {
  if (before.place !== 'edit' || added.place !== 'edit' || !sameContent(before.base, added.base)) return null;
  const { base, content } = before;
  const { title, text } = added.content;
  return {
    title: mergeText(base.title, content.title, title) ?? `${content.title} ${title}`,
    text: mergeText(base.text, content.text, text) ?? joinedText(content.text, text),
  };
}

function joinedText(before: string, added: string): string {
  return joinedContent({ title: '', text: before }, { title: '', text: added }).text;
}

/** White space must follow: a word that only begins with the last word of `before` is a different word. */
function isContinuedBy(before: string, after: string): boolean {
  if (before === '' || before === after) return true;
  return after.startsWith(before) && /^\s/u.test(after.slice(before.length));
}

/** The words above those that `joinedContent` added; null if there are none. */
export function contentAbove(all: NoteContent, added: NoteContent): NoteContent | null {
  if (sameContent(all, added) || !hasContent(all)) return null;
  const below = wordsOf(added);
  if (below === '' || !`\n\n${all.text}`.endsWith(`\n\n${below}`)) return all;
  const text = all.text.slice(0, -below.length).replace(/\n\n$/u, '');
  return all.title === '' && text === '' ? null : { title: all.title, text };
}

function wordsOf({ title, text }: NoteContent): string {
  return [title, text].filter((part) => part !== '').join('\n\n');
}
