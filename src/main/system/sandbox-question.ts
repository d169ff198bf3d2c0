/**
 * Asks before an AppImage runs without Chromium's sandbox. If the system denies user namespaces to unknown
 * programs (Ubuntu 24.04 and later), electron-builder's launcher in the AppImage silently starts the app with
 * `--no-sandbox`. The question is a system dialog, and no page is loaded before it is answered.
 */
import { app, dialog } from 'electron';
import { appImage } from './app-image.ts';

const QUIT = 'Quit';
const OPEN = 'Open without Sandbox';

/** Whether this start may continue. To be called when Electron is ready. */
export async function mayStartUnsandboxed(): Promise<boolean> {
  if (appImage() === null || !app.commandLine.hasSwitch('no-sandbox')) return true;
  const buttons = [QUIT, OPEN];
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Inkling',
    message: 'This system denies Inkling a sandbox',
    detail:
      'The sandbox keeps Inkling’s windows away from your other files, even if something takes a window over. ' +
      'This system denies it to AppImages, as Ubuntu 24.04 and later do.\n\n' +
      'Install Inkling’s deb or rpm package instead: it includes the permission for the sandbox. ' +
      'Your notes stay where they are. To allow it for the AppImage, see “AppImage without a sandbox” in Inkling’s guide.',
    buttons,
    defaultId: buttons.indexOf(QUIT),
    cancelId: buttons.indexOf(QUIT),
    noLink: true,
  });
  return buttons[response] === OPEN;
}
