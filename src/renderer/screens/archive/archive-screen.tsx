/** The archive (spec §2). */
import type { JSX } from 'react';
import { NoteList } from '../../notes/note-list.tsx';

export function ArchiveScreen(): JSX.Element {
  return <NoteList list="archived" />;
}
