/** What a card can ask of its screen. A stable object, so that cards need not render again. */
import { createContext, useContext } from 'react';
import type { Marks } from '#shared/note/marks.ts';
import type { NoteId, Transition } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';

export interface CardCommands {
  readonly open: (id: NoteId) => void;
  readonly move: (id: NoteId, transition: Transition) => void;
  readonly mark: (id: NoteId, marks: Marks) => void;
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
