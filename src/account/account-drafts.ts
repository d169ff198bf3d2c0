/**
 * The drafts of an account. None is ever overwritten unseen (S14.3): a draft that no page has read yet, for example
 * from an earlier start of the app, becomes a note, or an edit of its note, when a page begins another in its place.
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
import type { Drafts } from './tables/drafts.ts';
import type { LocalNotes } from './sync/local-notes.ts';

export interface AccountDrafts extends Omit<Drafts, 'list'> {
  /** The drafts of the window, which shows them from now on. */
  list(window: DraftWindow): readonly Draft[];
  /**
   * Adds a draft from a file of typed words (S14.2).
   * @param isShown whether pages show it, as a later state of the stored draft
   */
  adopt(draft: Draft, isShown: boolean): void;
}

/**
 * @param seenIn the windows that have read the stored drafts
 * @param onSave called when a draft became a note or an edit, before the transaction ends
 */
export function createAccountDrafts(
  drafts: Drafts,
  notes: Pick<LocalNotes, 'add' | 'edit'>,
  seenIn: readonly DraftWindow[],
  onSave: () => void,
): AccountDrafts {
  /** Unread drafts as they were stored. One that is stored with other words by now was overwritten and does not count. */
  let unseen: readonly Draft[] = drafts.list().filter((draft) => !seenIn.includes(windowOf(draft)));

  function stored(key: DraftKey): Draft | null {
    return drafts.list().find((draft) => sameDraftKey(draft, key)) ?? null;
  }

  function storedUnseen(key: DraftKey): Draft | null {
    const known = unseen.filter((draft) => sameDraftKey(draft, key));
    const there = known.length === 0 ? null : stored(key);
    return known.some(({ content }) => there !== null && sameContent(there.content, content)) ? there : null;
  }

  /** Makes a note of the draft, or an edit of its note, which is merged. */
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
    // The draft that was stored before stays in the list, because the transaction may be undone.
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
      // The quick note's window shows both, with the words that were typed while signed out below.
      else if (draft.place === 'quick') keepUnseen(joinedDraft(there, draft));
      else if (isShown) keep(draft);
      else save(draft);
    },
  };
}
