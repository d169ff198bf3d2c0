/** The trash (spec §2): notes can be restored or deleted forever, not edited. */
import type { JSX } from 'react';
import { NoteList } from '../../notes/note-list.tsx';

export function TrashScreen(): JSX.Element {
  return <NoteList list="trashed" />;
}
