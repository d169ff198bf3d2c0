/**
 * Holds the words typed in one place until they are a note. The creation box, the quick note and the dialog
 * of each note have a composer. It promises that
 * - the words in the fields are stored as a draft while the user types, and nothing is stored after the
 *   fields are closed;
 * - a stored draft that the fields did not show is put into them, above the words typed meanwhile;
 * - words that arrive during a save are not lost: words above the saved ones stay in the fields, words after
 *   them become part of the note;
 * - words that are discarded, or deleted before they were a note, go into the history (S12.5).
 */
import { atom, type Atom } from 'jotai';
import {
  contentAbove,
  type Draft,
  type DraftKey,
  hasUnsavedWords,
  isExtended,
  newNoteDraft,
} from '#shared/note/draft.ts';
import { hasContent, type NoteContent, type NoteId, sameContent } from '#shared/note/note.ts';
import { marksOf } from '../marks/shown-marks.ts';
import { store } from '../state/store.ts';
import {
  type Change,
  type Composition,
  draftOf,
  EMPTY_COMPOSITION,
  longerContent,
  isWorthRecovering,
  nextComposition,
} from './composition.ts';
import { createDraftSaver, type DraftSaver, type DraftSaverPorts } from './draft-saver.ts';

export interface Composer {
  readonly atom: Atom<Composition>;
  readonly composition: Composition;
  readonly saver: DraftSaver;
  /** Whether there are unsaved words, from this page or an earlier one. */
  readonly hasDraft: boolean;
  /** Changes the fields' words, and stores them as a draft. */
  apply(change: Change): void;
  /** Resets the fields to their initial words; the discarded ones go into the history. */
  discard(): void;
  /**
   * Takes in a stored draft.
   * @returns its effect on the fields; null if they show its words already, or if it has none
   */
  restore(stored: Draft): 'opened' | 'joined' | null;
  /**
   * Saves the fields' words.
   * @throws what a step throws; the words are then still in the fields and stored as a draft
   * @returns the note that has the words
   */
  save(steps: SaveSteps): Promise<NoteId>;
}

export interface SaveSteps {
  /** Stores the words as a note, or as an edit of one. */
  readonly make: (composition: Composition) => Promise<NoteId>;
  /** Runs when the words are stored, before they leave the fields. */
  readonly beforeEmptied?: () => Promise<void>;
  /** Appends to a new note the words that were typed behind the saved ones in the meantime. */
  readonly extend?: (id: NoteId, content: NoteContent, base: NoteContent) => Promise<unknown>;
}

/** @param before an earlier composer whose words this one continues with */
export function createComposer(key: DraftKey, ports: DraftSaverPorts, before?: Composer): Composer {
  const state = atom(before?.composition ?? EMPTY_COMPOSITION);
  const saver = createDraftSaver({ ...ports, lastStored: before?.saver.lastStored ?? null });
  const draft = draftOf(key, store.get(state));
  const stored = saver.lastStored;
  if (draft !== null && (stored === null || !sameContent(draft.content, stored.content))) saver.type(draft);

  /** The longest words of a new note since its fields were last empty. */
  let longest = store.get(state).content;

  function apply(change: Change): void {
    const next = nextComposition(key, store.get(state), change);
    const { content, stage, shownMarks } = next;
    store.set(state, next);
    const deleted = longest;
    longest = change.type === 'saved' ? content : longerContent(longest, content);
    // During a save, only words typed since then are a draft.
    if (change.type === 'save' || change.type === 'failed') return;
    const isEmptied = change.type === 'type' && stage === 'typing' && !hasContent(content);
    if (key.place !== 'edit' && isEmptied && isWorthRecovering(deleted))
      saver.discard(newNoteDraft(key.place, deleted, marksOf(shownMarks)), null);
    else saver.type(draftOf(key, next));
  }

  return {
    atom: state,
    get composition() {
      return store.get(state);
    },
    saver,
    get hasDraft() {
      return draftOf(key, store.get(state)) !== null;
    },
    apply,
    discard() {
      const words = draftOf(key, store.get(state));
      const { base } = store.get(state);
      store.set(state, nextComposition(key, store.get(state), { type: 'open', base, content: base }));
      if (words !== null) saver.discard(words, null);
    },
    restore(found) {
      const { lastStored, latest } = saver;
      if ([latest, lastStored].some((words) => words !== null && sameContent(words.content, found.content)))
        return null;
      saver.markStored();
      const { content, stage } = store.get(state);
      const isFree = latest === null && stage !== 'saving';
      const unstored = withoutStoredWords(found, lastStored);
      if (unstored === null || !hasUnsavedWords(unstored)) {
        if (isFree) saver.type(null);
        return null;
      }
      // This page stored the draft a moment ago, and the user has typed on since.
      if (!isFree && isExtended(unstored.content, content)) return null;
      if (isFree && unstored.place === 'edit') apply({ type: 'open', ...unstored });
      else apply({ type: 'join', stored: unstored });
      return isFree ? 'opened' : 'joined';
    },
    async save({ make, beforeEmptied, extend }) {
      const sent = store.get(state);
      const { content } = sent;
      apply({ type: 'save' });
      try {
        const id = await saver.save(content, () => make(sent));
        await beforeEmptied?.();
        const now = store.get(state).content;
        const hasMore = extend !== undefined && !sameContent(now, content) && isExtended(content, now);
        if (hasMore) await extend(id, now, content);
        apply({ type: 'saved', content: hasMore ? now : content });
        return id;
      } catch (error) {
        apply({ type: 'failed' });
        throw error;
      }
    },
  };
}

/** The stored draft without the words that this page itself stored; null if nothing remains. */
function withoutStoredWords(stored: Draft, lastStored: Draft | null): Draft | null {
  if (stored.place === 'edit' || lastStored === null) return stored;
  const content = contentAbove(stored.content, lastStored.content);
  return content && { ...stored, content };
}
