/** The trash (spec §2): notes can be restored or deleted forever, not edited. */
import type { JSX } from 'react';
import { NoteList } from '../../notes/note-list.tsx';
import { RemovedNotes } from './removed-notes.tsx';

export function TrashScreen(): JSX.Element {
  return (
    <>
      <RemovedNotes />
      <NoteList list="trashed" />
    </>
  );
}
