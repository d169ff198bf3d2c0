/**
 * The routes (spec §2). The session and the address decide at each render which one is shown, see
 * `shown-screen.ts`.
 */
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { useFocusGuard } from '../components/focus-guard.ts';
import { NoteDrop } from '../drop/file-drop.tsx';
import { LIST_INFO } from '../notes/state/lists.ts';
import { NoteList } from '../notes/list/note-list.tsx';
import { NotesScreen } from '../screens/notes/notes-screen.tsx';
import { SignUpScreen } from '../screens/sign-up-screen.tsx';
import { TrashScreen } from '../screens/trash/trash-screen.tsx';
import { SIGN_UP_PATH } from '../state/navigation.ts';
import { isArrivingAtom, sessionAtom } from '../state/session.ts';
import { useFocusBefore } from '../toast/return-focus.ts';
import { useAwaitedDialogKeys } from './awaited-dialog.ts';
import { Layout } from './layout.tsx';
import { DeferredOverlay } from './deferred-overlay.tsx';
import { shownScreen } from './shown-screen.ts';

export function App(): JSX.Element | null {
  useFocusGuard();
  useAwaitedDialogKeys();
  useFocusBefore();
  const session = useAtomValue(sessionAtom);
  const isArriving = useAtomValue(isArrivingAtom);
  const location = useLocation();
  const shown = shownScreen(session, isArriving, location.pathname);
  if (shown === null) return null;
  const { path, user } = shown;
  return (
    <>
      <Routes location={{ ...location, pathname: path }}>
        <Route path={SIGN_UP_PATH} element={<SignUp />} />
        {user !== null && (
          // A page per account, so that nothing of one account stays on the screen under another.
          <Route element={<Layout key={user.uid} user={user} />}>
            <Route path={LIST_INFO.active.path} element={<NotesScreen />} />
            <Route path={LIST_INFO.archived.path} element={<NoteList list="archived" />} />
            <Route path={LIST_INFO.trashed.path} element={<TrashScreen />} />
          </Route>
        )}
      </Routes>
      <NoteDrop />
      <DeferredOverlay name="PageOverlays" />
    </>
  );
}

function SignUp(): JSX.Element {
  return (
    <>
      <SignUpScreen />
      <DeferredOverlay name="SignUpOverlays" />
    </>
  );
}
