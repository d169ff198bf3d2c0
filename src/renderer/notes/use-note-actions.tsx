/**
 * What a person can do to a note (spec §4), each with its toast: Undo where there is a way back, the reason where
 * it failed. A toast is shown only when the change is durable on this device.
 */
import { useMemo } from 'react';
import type { ListName, NoteId, Transition, Uid } from '#shared/note.ts';
import { call } from '../bridge/client.ts';
import { useAccount } from '../session/account.ts';
import { type Notice, tellFailure } from '../toast/notices.ts';
import { useNotify } from '../toast/use-notify.tsx';
import { wayBack } from './way-back.ts';

export interface NoteActions {
  readonly move: (id: NoteId, transition: Transition, from: ListName) => void;
  readonly deleteForever: (id: NoteId) => void;
}

const DONE: Record<Transition, string> = {
  archive: 'Note archived',
  unarchive: 'Note unarchived',
  trash: 'Note moved to trash',
  restore: 'Note restored',
};

export function useNoteActions(): NoteActions {
  const uid = useAccount();
  const notify = useNotify();
  return useMemo(() => createNoteActions(uid, notify), [uid, notify]);
}

function createNoteActions(uid: Uid, notify: (notice: Notice) => void): NoteActions {
  return {
    move(id, transition, from) {
      call('notes:move', uid, id, transition).then(
        () =>
          notify({
            text: DONE[transition],
            undo: () => void moveAll(uid, id, wayBack(transition, from)).catch(tellFailure),
          }),
        tellFailure,
      );
    },
    deleteForever(id) {
      call('notes:delete-forever', uid, id).then(() => notify({ text: 'Note deleted forever' }), tellFailure);
    },
  };
}

async function moveAll(uid: Uid, id: NoteId, transitions: readonly Transition[]): Promise<void> {
  for (const transition of transitions) await call('notes:move', uid, id, transition);
}
