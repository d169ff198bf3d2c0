/**
 * The `electron` module of the main process. Electron's other exports are there by name too, as importing one is no fault;
 * using it throws its name.
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
import { record } from './record.ts';
import { safeStorage } from './safe-storage.ts';
import { screen } from './screen.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';
import { notBuilt, strict } from './strict.ts';
import { Tray } from './tray.ts';
import { webContents } from './web-contents.ts';

/** A class or module that can be imported and not used. */
function absent(name: string): object {
  // oxlint-disable-next-line prefer-arrow-callback -- only a function of this kind can be constructed
  return new Proxy(function () {}, {
    get(target, key): unknown {
      if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return Reflect.get(target, key);
      throw notBuilt(`${name}.${key}`);
    },
    construct() {
      throw notBuilt(`new ${name}`);
    },
    apply() {
      throw notBuilt(name);
    },
  });
}

export const autoUpdater = absent('autoUpdater');
export const BaseWindow = absent('BaseWindow');
export const BrowserView = absent('BrowserView');
export const contentTracing = absent('contentTracing');
export const crashReporter = absent('crashReporter');
export const desktopCapturer = absent('desktopCapturer');
export const inAppPurchase = absent('inAppPurchase');
export const ImageView = absent('ImageView');
export const MessageChannelMain = absent('MessageChannelMain');
export const netLog = absent('netLog');
export const powerSaveBlocker = absent('powerSaveBlocker');
export const pushNotifications = absent('pushNotifications');
export const ShareMenu = absent('ShareMenu');
export const systemPreferences = absent('systemPreferences');
export const TouchBar = absent('TouchBar');
export const utilityProcess = absent('utilityProcess');
export const View = absent('View');
export const webFrameMain = absent('webFrameMain');
export const WebContentsView = absent('WebContentsView');

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

const electron: object = strict('electron', {
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
  standIn: record,
});

// `import electron from 'electron'` and `require('electron')` give the strict object.
// oxlint-disable-next-line import/no-default-export -- Electron's own shape
export { electron as default, electron as 'module.exports' };
