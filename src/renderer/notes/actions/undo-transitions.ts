/** How a transition of a note is undone. */
import { assertNever } from '#shared/assert-never.ts';
import type { ListName, Transition } from '#shared/note.ts';

/** The transitions that bring the note back to the list that it came from, without passing through another one. */
export function undoTransitions(transition: Transition, from: ListName): readonly Transition[] {
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
