/** Begins a new note from anywhere in the app. */
import { onAppCommand } from '../keyboard/app-commands.ts';
import { enterCreation, forgetFocus } from '../screens/notes/creation.ts';
import { sessionAtom } from '../state/session.ts';
import { goTo } from '../state/navigation.ts';
import { store } from '../state/store.ts';
import { slidInAtom } from './drawer-state.ts';

export function listenForNewNotes(): void {
  onAppCommand('new-note', () => {
    if (store.get(sessionAtom).status !== 'signed-in') return;
    goTo('/');
    store.set(slidInAtom, false);
    enterCreation();
  });
  // The box may not have got the focus yet, and must not take it from the search.
  onAppCommand('search', forgetFocus);
}
