/** What a card can ask of its screen. A stable object, so that cards need not render again. */
import { createContext, useContext } from 'react';
import type { NoteId } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';
import type { NoteActions } from '../actions/use-note-actions.tsx';

export interface CardCommands extends Pick<NoteActions, 'change'> {
  readonly open: (id: NoteId) => void;
  /** Asks for confirmation first. */
  readonly deleteForever: (note: NoteRow) => void;
}

const Context = createContext<CardCommands | null>(null);

export const CardCommandsProvider = Context.Provider;

export function useCardCommands(): CardCommands {
  const commands = useContext(Context);
  if (commands === null) throw new Error('A card must be inside a CardCommandsProvider');
  return commands;
}
