/**
 * The drafts of an account. A window may replace or drop only drafts that it has read since the notes were
 * opened (S14.3). Otherwise its request is refused; the window then reads its drafts as at its start, joins them
 * with its own words, and tries again.
 *
 * The account does not join them itself: the window's fields must show the stored words, or its next request
 * would drop them. Only the window has the words that were typed since. The refusal carries no draft, because
 * drafts of other places are unread, too.
 */
import {
  type Draft,
  type DraftKey,
  type DraftWindow,
  isExtended,
  joinedDraft,
  sameDraftKey,
  windowOf,
} from '#shared/note/draft.ts';
import { AppError } from '#shared/base/error.ts';
import type { NoteContent, NoteId } from '#shared/note/note.ts';
import type { Drafts } from './tables/drafts.ts';

export interface AccountDrafts {
  /** Returns the drafts that the window shows, which from now on count as read. */
  list(window: DraftWindow): readonly Draft[];
  /** Replaces the draft with the same key. @throws AppError `drafts-unread` */
  store(draft: Draft): void;
  /** Does nothing if there is no such draft. @throws AppError `drafts-unread` */
  drop(key: DraftKey): void;
  /**
   * Replaces a draft whose words are discarded with another one, or with none.
   * @throws AppError `drafts-unread`
   */
  replace(discarded: Draft, next: Draft | null): void;
  /** Drops the draft whose words became a note or an edit of one. An unread draft with other words stays. */
  dropSaved(key: DraftKey, saved: NoteContent): void;
  /** Drops the draft of a note that the user deletes for ever (S6.6). An unread draft stays. */
  dropDeleted(id: NoteId): void;
  /** Joins a draft from a file of typed words with the stored one (S14.2). */
  adopt(draft: Draft): void;
}

export function createAccountDrafts(drafts: Drafts): AccountDrafts {
  /** The windows that have read all of their stored drafts. */
  const readBy = new Set<DraftWindow>();

  function findStored(key: DraftKey): Draft | null {
    return drafts.list().find((draft) => sameDraftKey(draft, key)) ?? null;
  }

  /**
   * Whether the stored draft may hold words that are nowhere else.
   * @param content the words that replace it; null if it is dropped
   */
  function isUnread(key: DraftKey, content: NoteContent | null): boolean {
    if (readBy.has(windowOf(key))) return false;
    const draft = findStored(key);
    return draft !== null && (content === null || !isExtended(draft.content, content));
  }

  return {
    list(window) {
      readBy.add(window);
      return drafts.list().filter((draft) => windowOf(draft) === window);
    },
    store(draft) {
      if (isUnread(draft, draft.content)) throw UNREAD;
      drafts.store(draft);
    },
    drop(key) {
      if (isUnread(key, null)) throw UNREAD;
      drafts.drop(key);
    },
    replace(discarded, next) {
      if (isUnread(discarded, discarded.content) && isUnread(discarded, next?.content ?? null)) throw UNREAD;
      if (next === null) drafts.drop(discarded);
      else drafts.store(next);
    },
    dropSaved(key, saved) {
      if (!isUnread(key, saved)) drafts.drop(key);
    },
    dropDeleted(id) {
      const key = { place: 'edit', id } as const;
      if (!isUnread(key, null)) drafts.drop(key);
    },
    adopt(draft) {
      const before = findStored(draft);
      if (before !== null && isExtended(draft.content, before.content)) return;
      const isLater = before === null || isExtended(before.content, draft.content);
      drafts.store(isLater ? draft : joinedDraft(before, draft));
      readBy.delete(windowOf(draft));
    },
  };
}

const UNREAD = new AppError('drafts-unread', 'drafts-unread');
