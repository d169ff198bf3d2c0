/**
 * The `electron` module of the main process. Exports of Electron that the stand-in lacks can be imported, but
 * using one throws an error with its name.
 */
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { clipboard } from './clipboard.ts';
import { dialog } from './dialog.ts';
import { globalShortcut } from './global-shortcut.ts';
import { ipcMain } from './ipc-main.ts';
import { Menu, MenuItem } from './menu.ts';
import { nativeImage } from './native-image.ts';
import { nativeTheme } from './native-theme.ts';
import { net } from './net.ts';
import { Notification } from './notification.ts';
import { powerMonitor } from './power.ts';
import { protocol } from './protocol.ts';
import { safeStorage } from './safe-storage.ts';
import { screen } from './screen.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';
import { notBuiltError, strictProxy } from './strict.ts';
import { system } from './system.ts';
import { Tray } from './tray.ts';
import { webContents } from './web-contents.ts';

/** Takes the place of a class or module that the stand-in lacks. */
function missingExport(name: string): object {
  // oxlint-disable-next-line prefer-arrow-callback -- only a function of this kind can be constructed
  return new Proxy(function () {}, {
    get(target, key): unknown {
      if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return Reflect.get(target, key);
      throw notBuiltError(`${name}.${key}`);
    },
    construct() {
      throw notBuiltError(`new ${name}`);
    },
    apply() {
      throw notBuiltError(name);
    },
  });
}

export const autoUpdater = missingExport('autoUpdater');
export const BaseWindow = missingExport('BaseWindow');
export const BrowserView = missingExport('BrowserView');
export const contentTracing = missingExport('contentTracing');
export const crashReporter = missingExport('crashReporter');
export const desktopCapturer = missingExport('desktopCapturer');
export const inAppPurchase = missingExport('inAppPurchase');
export const ImageView = missingExport('ImageView');
export const MessageChannelMain = missingExport('MessageChannelMain');
export const netLog = missingExport('netLog');
export const powerSaveBlocker = missingExport('powerSaveBlocker');
export const pushNotifications = missingExport('pushNotifications');
export const ShareMenu = missingExport('ShareMenu');
export const systemPreferences = missingExport('systemPreferences');
export const TouchBar = missingExport('TouchBar');
export const utilityProcess = missingExport('utilityProcess');
export const View = missingExport('View');
export const webFrameMain = missingExport('webFrameMain');
export const WebContentsView = missingExport('WebContentsView');

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  webContents,
};

const electron: object = strictProxy('electron', {
  app,
  autoUpdater,
  BaseWindow,
  BrowserView,
  BrowserWindow,
  clipboard,
  contentTracing,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  ImageView,
  inAppPurchase,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  net,
  netLog,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  pushNotifications,
  safeStorage,
  screen,
  session,
  ShareMenu,
  shell,
  systemPreferences,
  TouchBar,
  Tray,
  utilityProcess,
  View,
  webContents,
  WebContentsView,
  webFrameMain,
  standIn: system,
});

// `import electron from 'electron'` and `require('electron')` return the strict object.
// oxlint-disable-next-line import/no-default-export -- Electron's own shape
export { electron as default, electron as 'module.exports' };
