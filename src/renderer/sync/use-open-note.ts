/** Opens a note from outside of its list: for editing, or where it lies in the trash, there. */
import { useSetAtom } from 'jotai';
import { useNavigate } from 'react-router-dom';
import { listOf, type NoteId } from '#shared/note.ts';
import { call } from '../bridge/client.ts';
import { editingAtom } from '../notes/editing.ts';
import { LIST_INFO } from '../notes/lists.ts';

/** @returns throws AppError `note-not-found` where the note went meanwhile */
export function useOpenNote(): (id: NoteId) => Promise<void> {
  const edit = useSetAtom(editingAtom);
  const navigate = useNavigate();
  return async (id) => {
    const list = listOf(await call('notes:get', id));
    // Notes in the trash are restored before they are edited (spec §2).
    if (LIST_INFO[list].editable) edit({ id });
    else await navigate(LIST_INFO[list].path);
  };
}
