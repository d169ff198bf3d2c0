/**
 * The drafts of an account, such that no words of one are ever written over unseen: a draft that no page has read yet, because it
 * is from an earlier start of the app, say, becomes a note, or an edit of its note, when a page begins another in its place.
 */
import {
  type Draft,
  type DraftKey,
  type DraftWindow,
  holdsContent,
  joinedDraft,
  newNoteOf,
  sameDraftKey,
  windowOf,
} from '#shared/draft.ts';
import { hasContent, sameContent } from '#shared/note.ts';
import type { Drafts } from './store/drafts.ts';
import type { LocalNotes } from './sync/local-notes.ts';

export interface AccountDrafts extends Omit<Drafts, 'list'> {
  /** Those of the window, which shows them from now on. */
  list(window: DraftWindow): readonly Draft[];
  /**
   * Takes a draft from a file of typed words.
   * @param isShown whether pages show it, as a later state of the one that is stored
   */
  adopt(draft: Draft, isShown: boolean): void;
}

/**
 * @param seenIn the windows that have been told of what is stored
 * @param onSave a draft became a note or an edit; the transaction is not over yet
 */
export function createAccountDrafts(
  drafts: Drafts,
  notes: Pick<LocalNotes, 'add' | 'edit'>,
  seenIn: readonly DraftWindow[],
  onSave: () => void,
): AccountDrafts {
  /** As they were stored: one that is not so any more was written over, and counts no longer. */
  let unseen: readonly Draft[] = drafts.list().filter((draft) => !seenIn.includes(windowOf(draft)));

  function stored(key: DraftKey): Draft | null {
    return drafts.list().find((draft) => sameDraftKey(draft, key)) ?? null;
  }

  function storedUnseen(key: DraftKey): Draft | null {
    const known = unseen.filter((draft) => sameDraftKey(draft, key));
    const there = known.length === 0 ? null : stored(key);
    return known.some(({ content }) => there !== null && sameContent(there.content, content)) ? there : null;
  }

  /** The words become a note, or an edit of theirs, which merges. */
  function save(draft: Draft): void {
    if (draft.place === 'edit') notes.edit(draft.id, draft.content, draft.base);
    else if (hasContent(draft.content)) notes.add(newNoteOf(draft.content, draft.marks));
    onSave();
  }

  function keep(draft: Draft): void {
    const there = storedUnseen(draft);
    if (there !== null && !holdsContent(draft.content, there.content)) save(there);
    drafts.keep(draft);
  }

  function keepUnseen(draft: Draft): void {
    drafts.keep(draft);
    // The one before counts as well: the transaction may be undone.
    unseen = [...unseen, draft];
  }

  return {
    list(window) {
      unseen = unseen.filter((draft) => windowOf(draft) !== window);
      return drafts.list().filter((draft) => windowOf(draft) === window);
    },
    keep,
    drop(key) {
      if (storedUnseen(key) === null) drafts.drop(key);
    },
    adopt(draft, isShown) {
      const there = stored(draft);
      const isLater = there === null || (isShown && storedUnseen(draft) === null);
      if (isLater || holdsContent(draft.content, there.content)) {
        if (isShown) drafts.keep(draft);
        else keepUnseen(draft);
      } else if (holdsContent(there.content, draft.content)) return;
      // The quick note's window shows both: what was written signed out stands below.
      else if (draft.place === 'quick') keepUnseen(joinedDraft(there, draft));
      else if (isShown) keep(draft);
      else save(draft);
    },
  };
}
