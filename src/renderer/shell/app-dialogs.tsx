/**
 * The app's own dialogs: settings, about, the list of shortcuts, and the report of an import. Their code is
 * loaded when they first open.
 */
import { useAtomValue } from 'jotai';
import { type JSX, lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { appDialogAtom, closeAppDialog } from '../settings/app-dialog.ts';
import { importSheetAtom } from '../transfer/import-sheet-state.ts';
import { TransferNotice } from '../transfer/transfer-notice.tsx';

const SettingsDialog = lazy(async () => ({
  default: (await import('../settings/settings-dialog.tsx')).SettingsDialog,
}));
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));
const AboutDialog = lazy(async () => ({
  default: (await import('../settings/about-dialog.tsx')).AboutDialog,
}));
const GoTo = lazy(async () => ({ default: (await import('../go-to/go-to.tsx')).GoTo }));
const ImportSheet = lazy(async () => ({
  default: (await import('../transfer/import-sheet.tsx')).ImportSheet,
}));

export function AppDialogs(): JSX.Element {
  const dialog = useAtomValue(appDialogAtom);
  const isImportSheetOpen = useAtomValue(importSheetAtom);
  const navigate = useNavigate();
  function showNotes(): void {
    closeAppDialog();
    void navigate('/');
  }
  return (
    <>
      <Suspense>
        {dialog === 'settings' && <SettingsDialog onClose={closeAppDialog} />}
        {dialog === 'shortcuts' && <ShortcutList onClose={closeAppDialog} />}
        {dialog === 'about' && <AboutDialog onClose={closeAppDialog} />}
        {dialog === 'go-to' && <GoTo onClose={closeAppDialog} />}
        {isImportSheetOpen && <ImportSheet onShowNotes={showNotes} />}
      </Suspense>
      <TransferNotice silent={dialog === 'settings'} />
    </>
  );
}
