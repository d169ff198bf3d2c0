/** The routes (spec §2) and their guard: nothing before the sign-in state is known, /signup for visitors. */
import { useAtomValue } from 'jotai';
import { type JSX, useEffect, useRef } from 'react';
import { HashRouter, Navigate, Route, Routes, useNavigate } from 'react-router-dom';
import { useFocusGuard } from '../components/focus-guard.ts';
import { NoteDrop } from '../drop/file-drop.tsx';
import { useAppCommand } from '../keyboard/use-app-command.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { NoteList } from '../notes/list/note-list.tsx';
import { NotesScreen } from '../screens/notes/notes-screen.tsx';
import { SignUpScreen } from '../screens/sign-up/sign-up-screen.tsx';
import { TrashScreen } from '../screens/trash/trash-screen.tsx';
import { sessionAtom } from '../session/state.ts';
import { openAppDialog } from '../settings/app-dialog.ts';
import { useFocusBefore } from '../toast/return-focus.ts';
import { redoLast, undoLast, undoNewest } from '../toast/undo.ts';
import { useAwaitedDialogKeys } from './awaited-dialog.ts';
import { Layout } from './layout.tsx';
import { DeferredOverlay } from './deferred-overlay.tsx';

export function App(): JSX.Element | null {
  const { status } = useAtomValue(sessionAtom);
  useFocusGuard();
  useAwaitedDialogKeys();
  useFocusBefore();
  useShortcut((key) => {
    if (key === '?') openAppDialog('shortcuts');
    return key === '?';
  });
  useShortcut((key) => key === 'z' && undoNewest());
  useAppCommand('undo', undoLast);
  useAppCommand('redo', redoLast);
  if (status === 'unknown') return null;
  return (
    <HashRouter>
      <Routes>
        <Route path="/signup" element={<SignUp />} />
        <Route element={<SignedInLayout />}>
          <Route path="/" element={<NotesScreen />} />
          <Route path="/archive" element={<NoteList list="archived" />} />
          <Route path="/trash" element={<TrashScreen />} />
          <Route path="*" element={<Navigate to="/" replace />} />
        </Route>
      </Routes>
      <NoteDrop />
      <DeferredOverlay name="PageOverlays" />
      <HomeOnceSignedIn />
    </HashRouter>
  );
}

/**
 * Goes to the notes when a session begins, also if it begins before the attempt of the sign-up screen is answered. The
 * sign-up screen cannot do this: a redirect that was under way may show that screen only after the session has begun.
 */
function HomeOnceSignedIn(): null {
  const { status } = useAtomValue(sessionAtom);
  const navigate = useNavigate();
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'signed-out' && status === 'signed-in') void navigate('/', { replace: true });
    before.current = status;
  }, [status, navigate]);
  return null;
}

function SignUp(): JSX.Element {
  return (
    <>
      <SignUpScreen />
      <DeferredOverlay name="SignUpOverlays" />
    </>
  );
}

function SignedInLayout(): JSX.Element {
  const session = useAtomValue(sessionAtom);
  if (session.status !== 'signed-in') return <Navigate to="/signup" replace />;
  // Each account gets a page of its own, so that nothing of one account stays on the screen under another.
  return <Layout key={session.user.uid} user={session.user} />;
}
