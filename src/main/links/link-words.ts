/**
 * Words of links that fill in the quick note. They wait here for its page, and never become a note by
 * themselves.
 */
import { hasRoomForLink } from '#shared/ipc/link.ts';
import type { NoteContent } from '#shared/note/note.ts';

export interface LinkWords {
  /** @returns false if too many words of links wait already */
  add(content: NoteContent): boolean;
  /** Gives them to the quick note's page, once. */
  take(): readonly NoteContent[];
}

/**
 * @param tellQuickNote tells the quick note's page, if there is one, to ask for the words. A later page asks
 * by itself.
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
