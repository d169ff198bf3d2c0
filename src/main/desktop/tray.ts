/**
 * The icon in the system's tray or menu bar. What a click does is each platform's habit: Windows and Linux open the quick note
 * and have the menu on the other button; on macOS a click opens the menu.
 */
import path from 'node:path';
import { Menu, nativeImage, nativeTheme, Tray } from 'electron';
import { trayIcon } from './tray-icon.ts';
import { type TrayActions, trayMenu } from './tray-menu.ts';

export interface AppTray {
  /** @param sync how the notes stand to the cloud, in a few words; null while nobody is signed in */
  tell(sync: string | null): void;
  dispose(): void;
}

/** @param icons folder of the tray's images */
export function createTray(icons: string, actions: TrayActions): AppTray {
  const tray = new Tray(icon(icons));
  const onTheme = (): void => tray.setImage(icon(icons));
  let shown: string | null | undefined;

  function tell(sync: string | null): void {
    // A menu that is replaced while it is open closes on some desktops.
    if (sync === shown) return;
    shown = sync;
    tray.setToolTip(sync === null ? 'Inkling' : `Inkling – ${sync}`);
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(actions, sync)));
  }

  tell(null);
  if (process.platform !== 'darwin') tray.on('click', actions.quickNote);
  nativeTheme.on('updated', onTheme);
  return {
    tell,
    dispose() {
      nativeTheme.off('updated', onTheme);
      tray.destroy();
    },
  };
}

function icon(folder: string): Electron.NativeImage {
  const dark = nativeTheme.shouldUseDarkColorsForSystemIntegratedUI;
  const name = trayIcon(process.platform, dark, process.env['XDG_CURRENT_DESKTOP']);
  return nativeImage.createFromPath(path.join(folder, name));
}
