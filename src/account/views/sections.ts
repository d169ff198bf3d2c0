/**
 * Sections of a list, one above the other, each newest first, numbered as in `notes.section`
 * (`../database/migrations/001-first-schema.ts`).
 */
import { type ListName, LISTS } from '#shared/note/note.ts';

/** The pinned notes among the active ones. */
export const PINNED = 3;

export const SECTIONS: Readonly<Record<ListName, readonly number[]>> = {
  active: [PINNED, 0],
  archived: [1],
  trashed: [2],
};

export const ALL_SECTIONS: readonly number[] = LISTS.flatMap((list) => SECTIONS[list]);
