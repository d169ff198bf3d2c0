/**
 * Words of links for the quick note. They wait here for its page, and never become a note without the user.
 */
import { hasRoomForLink } from '#shared/ipc/link.ts';
import type { NoteContent } from '#shared/note/note.ts';

export interface LinkWords {
  /** @returns false if too many words are waiting already */
  add(content: NoteContent): boolean;
  /** Hands the words to the quick note's page, once. */
  take(): readonly NoteContent[];
}

/**
 * @param tellQuickNote tells the quick note's page, if it exists, to request the words. A later page requests
 *   them itself.
 */
export function createLinkWords(tellQuickNote: () => void): LinkWords {
  let waiting: readonly NoteContent[] = [];
  return {
    add(content) {
      if (!hasRoomForLink(waiting, content)) return false;
      waiting = [...waiting, content];
      tellQuickNote();
      return true;
    },
    take() {
      const words = waiting;
      waiting = [];
      return words;
    },
  };
}
