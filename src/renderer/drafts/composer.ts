/**
 * What somebody writes in one place, until it is a note: the creation box, the quick note, and the dialog of
 * each note have a composer. It promises that
 * - what is in the fields is stored as a draft while it is typed, and nothing is stored once the fields are
 *   left;
 * - a stored draft that the fields did not show is put in them, above what was typed meanwhile;
 * - words that come while others are being saved are not lost: words above these stay in the fields, words
 *   behind them become part of the note;
 * - words that are left without saving, or deleted before they were a note, go into the history (S12.5).
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
  fuller,
  isWorthRecovering,
  nextComposition,
} from './composition.ts';
import { createDraftSaver, type DraftSaver, type DraftSaverPorts } from './draft-saver.ts';

export interface Composer {
  readonly atom: Atom<Composition>;
  readonly composition: Composition;
  readonly saver: DraftSaver;
  /** Whether there are words, typed in the fields or before, that are not saved yet. */
  readonly hasDraft: boolean;
  /** Changes what is in the fields, and stores that as a draft. */
  apply(change: Change): void;
  /**
   * Leaves the words without saving: the fields have what they began with, and the words go into the history.
   */
  discard(): void;
  /**
   * Takes in a stored draft.
   * @returns what that did to the fields; null if they show these words already, or if there are none
   */
  restore(stored: Draft): 'opened' | 'joined' | null;
  /**
   * Saves what is in the fields.
   * @throws what a step throws; the words are still in the fields, and a draft, then
   * @returns the note that has the words
   */
  save(steps: SaveSteps): Promise<NoteId>;
}

export interface SaveSteps {
  /** Makes the words durable as a note, or as an edit of one. */
  readonly make: (composition: Composition) => Promise<NoteId>;
  /** Runs when the words are durable; they leave the fields afterwards. */
  readonly beforeEmptied?: () => Promise<void>;
  /** Adds to a new note what was typed behind its words while it was being made. */
  readonly extend?: (id: NoteId, content: NoteContent, base: NoteContent) => Promise<unknown>;
}

/** @param before a composer whose words this one goes on with */
export function createComposer(key: DraftKey, ports: DraftSaverPorts, before?: Composer): Composer {
  const state = atom(before?.composition ?? EMPTY_COMPOSITION);
  const saver = createDraftSaver({ ...ports, lastStored: before?.saver.lastStored ?? null });
  const draft = draftOf(key, store.get(state));
  const stored = saver.lastStored;
  if (draft !== null && (stored === null || !sameContent(draft.content, stored.content))) saver.type(draft);

  /** The most words that stood in the fields of a new note since these were empty. */
  let fullest = store.get(state).content;

  function apply(change: Change): void {
    const next = nextComposition(key, store.get(state), change);
    const { content, stage, shownMarks } = next;
    store.set(state, next);
    const deleted = fullest;
    fullest = change.type === 'saved' ? content : fuller(fullest, content);
    // While the words are on their way into a note, only those that were typed since are a draft.
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
      // This page stored the draft a moment ago, and more was typed since.
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

/** The stored draft without the words that this page has stored itself; null if nothing else is in it. */
function withoutStoredWords(stored: Draft, lastStored: Draft | null): Draft | null {
  if (stored.place === 'edit' || lastStored === null) return stored;
  const content = contentAbove(stored.content, lastStored.content);
  return content && { ...stored, content };
}
