/** The app's own dialogs, settings and about. Their code is loaded when they are first asked for. */
import { useAtomValue } from 'jotai';
import { type JSX, lazy, Suspense } from 'react';
import { appDialogAtom, closeAppDialog } from '../settings/app-dialog.ts';
import { TransferNotice } from '../transfer/transfer-notice.tsx';

const SettingsDialog = lazy(async () => {
  const { SettingsDialog: component } = await import('../settings/settings-dialog.tsx');
  return { default: component };
});
const AboutDialog = lazy(async () => {
  const { AboutDialog: component } = await import('../about/about-dialog.tsx');
  return { default: component };
});

export function AppDialogs(): JSX.Element {
  const dialog = useAtomValue(appDialogAtom);
  return (
    <>
      <Suspense>
        {dialog === 'settings' && <SettingsDialog onClose={closeAppDialog} />}
        {dialog === 'about' && <AboutDialog onClose={closeAppDialog} />}
      </Suspense>
      <TransferNotice silent={dialog === 'settings'} />
    </>
  );
}
