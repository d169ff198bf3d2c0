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
    message: 'This system gives Inkling no sandbox',
    detail:
      'The sandbox keeps a window of Inkling away from your other files, should something ever take the window over. ' +
      'This system denies it to AppImages, as Ubuntu 24.04 and later do.\n\n' +
      'Install the deb or rpm package of Inkling instead: it brings the permission for the sandbox. ' +
      'Your notes stay where they are. Inkling’s guide says how to allow it for the AppImage, under “AppImage without a sandbox”.',
    buttons,
    defaultId: buttons.indexOf(QUIT),
    cancelId: buttons.indexOf(QUIT),
    noLink: true,
  });
  return buttons[response] === OPEN;
}
