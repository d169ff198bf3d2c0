/** The one file that wires the app's parts together. What it makes, its `dispose` ends. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { app, BrowserWindow, clipboard, powerMonitor } from 'electron';
import type { TokenService } from '#shared/cloud-service.ts';
import { AppError, messageOf } from '#shared/error.ts';
import { describeError } from '#shared/error-report.ts';
import { makeNoteId } from '#shared/note-id.ts';
import { LOG_LINES } from '#shared/spec.ts';
import type { SyncState } from '#shared/sync-state.ts';
import { accountFiles } from './account-files.ts';
import { createAccountHost } from './account-host.ts';
import { createAuth } from './auth/auth.ts';
import { systemClock } from './clock.ts';
import { homepageOf } from './config/homepage.ts';
import type { Config } from './config/load.ts';
import { serveApp } from './desktop/app-protocol.ts';
import { systemEncryption } from './desktop/encryption.ts';
import { chooseExportFolder, chooseImportSource } from './desktop/file-dialogs.ts';
import { hardenPages } from './desktop/hardening.ts';
import { canLaunchAtLogin, setLaunchAtLogin } from './desktop/login-item.ts';
import type { Launch } from './desktop/launch.ts';
import { openFolder, openLink, revealFile } from './desktop/open-outside.ts';
import { createShell } from './desktop/shell.ts';
import { spellCheckLanguages } from './desktop/spell-check.ts';
import { syncWords } from './desktop/sync-words.ts';
import { hasTray, searchTray } from './desktop/tray-host.ts';
import { createJsonFile } from './device/json-file.ts';
import type { LogFile } from './device/log-file.ts';
import { createPreferences } from './device/preferences.ts';
import { createTypedWordsFile } from './device/typed-words-file.ts';
import { storageUse } from './device/storage-use.ts';
import { startUpdates, systemUpdater } from './desktop/updates.ts';
import { createPageFlush } from './ipc/flush-pages.ts';
import { createHandlers } from './ipc/handlers.ts';
import { createBroadcast, serveRequests } from './ipc/router.ts';
import { startCloudThread, type Thread } from './threads.ts';

/** Texts that the build put here, empty where it takes no updates; see electron.vite.config.ts. */
declare const BAKED_UPDATE_FEED: string;
declare const BAKED_UPDATE_KEY: string;

export interface Inkling {
  /** What a start asks for, the first one or a later one. */
  launch(launch: Launch): void;
  /** Brings the main window to the front, making it anew where it was closed. */
  show(): void;
  /**
   * Takes what was typed last from the pages, waits a little for what is on its way to the cloud, and closes the notes. All words
   * are durable on this device in any case.
   */
  prepareToQuit(): Promise<void>;
  dispose(): void;
}

/** How long quitting waits for pending pushes at the most, milliseconds. */
const QUIT_PATIENCE_MS = 3000;

/**
 * @param built folder of the built app, `out`
 * @param firstThread one that was started ahead
 */
export function composeInkling(
  { firebase, google, endpoints = {} }: Config,
  built: string,
  log: LogFile,
  firstThread: Thread,
  startAccount: () => Thread,
): Inkling {
  const userData = app.getPath('userData');
  const broadcast = createBroadcast(() => BrowserWindow.getAllWindows().map((window) => window.webContents));
  const deviceFile = (name: string) => createJsonFile(path.join(userData, name));
  const warn = (message: string): void => log.warn(message);
  const signedOutWords = createTypedWordsFile(path.join(userData, 'quick-note.json'));

  const pages = createPageFlush(() => {
    broadcast('app:ending', null);
    return BrowserWindow.getAllWindows().length;
  }, systemClock);

  const auth = createAuth({
    config: { apiKey: firebase.apiKey, ...google, endpoints },
    sessionFile: path.join(userData, 'session'),
    encryption: systemEncryption,
    openBrowser: openLink,
    log,
    ...systemClock,
  });

  const accounts = createAccountHost({
    firstThread,
    startAccount,
    startCloud(uid) {
      const config = { projectId: firebase.projectId, host: endpoints.firestore, caFile: endpoints.caFile };
      // Nobody else's token is ever used for this account (S10).
      const tokens: TokenService = {
        async idToken() {
          if (accounts.uid !== uid) throw new AppError('not-signed-in', LOG_LINES.notAuthenticated);
          return auth.idToken();
        },
        rejectToken: (token) => auth.rejectToken(token),
      };
      return startCloudThread(path.join(built, 'main/cloud.js'), { config, uid }, tokens, warn);
    },
    filesOf: (uid) => accountFiles(userData, uid),
    signedOutWords,
    clock: systemClock,
    makeId: () => makeNoteId(randomBytes),
    emptyTrashAfter: () => preferences.state.settings.emptyTrashAfter,
    dialogs: { chooseFolder: chooseExportFolder, chooseSource: chooseImportSource },
    onChange: (revision) => broadcast('notes:changed', revision),
    onSync(state: SyncState) {
      broadcast('sync:changed', state);
      shell.showSync(syncWords(state));
    },
    onTransfer: (state) => broadcast('transfer:changed', state),
    onTrouble: warn,
  });

  const shell = createShell({
    built,
    icons: path.join(built, '../resources/tray'),
    place: deviceFile('window.json'),
    hints: deviceFile('hints.json'),
    openInPage: (dialog) => broadcast('app:dialog', dialog),
    tellQuickNote: (event) => broadcast('quick-note:window', event),
    // The first paint goes first.
    onReady: () => accounts.startSync(),
    onFailure: (error) => log.error(`The page could not be loaded: ${messageOf(error)}`),
  });
  const preferences = createPreferences({
    file: deviceFile('settings.json'),
    apply: (settings) => shell.apply(settings),
    launchAtLogin: setLaunchAtLogin,
    facts: () => ({ spellCheckAvailable: spellCheckLanguages(), canLaunchAtLogin: canLaunchAtLogin() }),
    onChange: (state) => {
      broadcast('settings:changed', state);
      accounts.emptyTrashAfter(state.settings.emptyTrashAfter);
    },
    onTrouble: warn,
  });

  serveApp(path.join(built, 'renderer'));
  hardenPages((url) => {
    openLink(url).catch((error: unknown) => log.warn(String(error)));
  });
  const stopServing = serveRequests(
    createHandlers({
      info: {
        version: app.getVersion(),
        localCloud: endpoints.firestore !== undefined,
        homepage: homepageOf(app.getAppPath()),
      },
      auth,
      accounts,
      preferences,
      signedOutWords,
      storage: () => storageUse(accounts.uid === null ? null : accountFiles(userData, accounts.uid).folder),
      showLogs: () => openFolder(log.folder),
      revealFile,
      pauseShortcut: (paused) => shell.pauseShortcut(paused),
      openQuickNote: () => shell.openQuickNote(),
      hideQuickNote: () => shell.hideQuickNote(),
      openExternal: openLink,
      logPageError: (report) => log.error(report),
      copyText: (text) => clipboard.writeText(text),
      onFlushed: () => pages.countAnswer(),
      // The person is in the browser now.
      onSignedIn: () => shell.show(),
    }),
    (channel, args) => accounts.request(channel, args),
    (error) => log.error(`A request failed: ${describeError(error)}`),
  );
  auth.onChange((state) => {
    accounts.applySession(state);
    broadcast('session:changed', state);
  });
  powerMonitor.on('resume', () => accounts.wake());

  const stopUpdates = startUpdates({
    feed: app.isPackaged ? { url: BAKED_UPDATE_FEED, publicKey: BAKED_UPDATE_KEY } : null,
    loadUpdater: systemUpdater,
    clock: systemClock,
    log,
  });

  void auth.restore();
  const stopSearch = searchTray({
    ask: () => hasTray(process.platform),
    clock: systemClock,
    onAnswer: (there) => shell.useTray(there),
  });

  return {
    launch: (launch) => shell.launch(launch),
    show: () => shell.show(),
    async prepareToQuit() {
      await pages.flush();
      await accounts.waitUntilPushed(QUIT_PATIENCE_MS);
      await accounts.close();
    },
    dispose() {
      stopSearch();
      shell.dispose();
      stopUpdates();
      stopServing();
      auth.dispose();
    },
  };
}
