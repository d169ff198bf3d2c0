/** How an action on a note is undone. */
import { assertNever } from '#shared/assert-never.ts';
import type { ListName, Transition } from '#shared/note.ts';

/** The way back to the list that the note came from, without passing through another one. */
export function wayBack(transition: Transition, from: ListName): readonly Transition[] {
  switch (transition) {
    case 'archive':
      return ['unarchive'];
    case 'unarchive':
      return ['archive'];
    case 'trash':
      return from === 'archived' ? ['archive', 'restore'] : ['restore'];
    case 'restore':
      return ['trash'];
    default:
      return assertNever(transition);
  }
}
