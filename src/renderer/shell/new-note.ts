/** Begins a new note from anywhere in the app. */
import { onAppCommand } from '../keyboard/app-commands.ts';
import { enterCreation } from '../screens/notes/creation.ts';
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
}
