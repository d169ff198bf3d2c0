/** The trash (spec §2): notes can be restored or deleted forever, not edited. */
import type { JSX } from 'react';
import { NoteList } from '../../notes/note-list.tsx';
import { RemovedEntry } from '../../removed/removed-entry.tsx';

export function TrashScreen(): JSX.Element {
  return (
    <>
      <RemovedEntry />
      <NoteList list="trashed" />
    </>
  );
}
