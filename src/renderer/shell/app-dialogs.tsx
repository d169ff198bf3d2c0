/** The app's own dialogs: settings, about, and the list of shortcuts. Their code is loaded when they are first opened. */
import { useAtomValue } from 'jotai';
import { type JSX, lazy, Suspense } from 'react';
import { appDialogAtom, closeAppDialog } from '../settings/app-dialog.ts';
import { TransferNotice } from '../transfer/transfer-notice.tsx';

const SettingsDialog = lazy(async () => ({
  default: (await import('../settings/settings-dialog.tsx')).SettingsDialog,
}));
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));
const AboutDialog = lazy(async () => ({ default: (await import('../about/about-dialog.tsx')).AboutDialog }));

export function AppDialogs(): JSX.Element {
  const dialog = useAtomValue(appDialogAtom);
  return (
    <>
      <Suspense>
        {dialog === 'settings' && <SettingsDialog onClose={closeAppDialog} />}
        {dialog === 'shortcuts' && <ShortcutList onClose={closeAppDialog} />}
        {dialog === 'about' && <AboutDialog onClose={closeAppDialog} />}
      </Suspense>
      <TransferNotice silent={dialog === 'settings'} />
    </>
  );
}
