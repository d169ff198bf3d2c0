/** The one file that wires the app's parts together. What it makes, its `dispose` ends. */
import path from 'node:path';
import { app, BrowserWindow, powerMonitor } from 'electron';
import { messageOf } from '#shared/error.ts';
import type { Uid } from '#shared/note.ts';
import { SYNC_OFF, type SyncState } from '#shared/sync-state.ts';
import { type Account, openAccount } from './account.ts';
import { createAccounts } from './accounts.ts';
import { createAuth } from './auth/auth.ts';
import { systemClock } from './clock.ts';
import { createWorkerRemote } from './cloud/worker-remote.ts';
import { homepageOf } from './config/homepage.ts';
import type { Config } from './config/schema.ts';
import { serveApp } from './desktop/app-protocol.ts';
import { systemEncryption } from './desktop/encryption.ts';
import { chooseExportFolder, chooseImportSource, revealFile } from './desktop/file-dialogs.ts';
import { hardenPages } from './desktop/hardening.ts';
import { openLink } from './desktop/links.ts';
import { canLaunchAtLogin, setLaunchAtLogin } from './desktop/login-item.ts';
import type { Launch } from './desktop/launch.ts';
import { showFolder } from './desktop/show-folder.ts';
import { createShell } from './desktop/shell.ts';
import { spellCheckLanguages } from './desktop/spell-check.ts';
import { syncWords } from './desktop/sync-words.ts';
import { hasTray, searchTray } from './desktop/tray-host.ts';
import { createJsonFile } from './device/json-file.ts';
import { createLogFile } from './device/log-file.ts';
import { createPreferences } from './device/preferences.ts';
import { createQuickDraft } from './device/quick-draft.ts';
import { createSettings } from './device/settings.ts';
import { storageUse } from './device/storage-use.ts';
import { drained, within } from './drain.ts';
import { startUpdates, systemUpdater } from './desktop/updates.ts';
import { createHandlers } from './ipc/handlers.ts';
import { createBroadcast, serveRequests } from './ipc/router.ts';
import { terminalLog } from './log.ts';
import { accountDatabase, accountFolder, removeAccount } from './store/account-files.ts';
import { createTransfers } from './transfer/transfers.ts';

/** Texts that the build put here, empty where it takes no updates; see electron.vite.config.ts. */
declare const BAKED_UPDATE_FEED: string;
declare const BAKED_UPDATE_KEY: string;

export interface Inkling {
  /** What a start asks for, the first one or a later one. */
  launch(launch: Launch): void;
  /** Brings the main window to the front, making it anew where it was closed. */
  show(): void;
  /** Waits a little for what is on its way to the cloud; it is durable here in any case. */
  settle(): Promise<void>;
  dispose(): void;
}

/** How long quitting waits for pending pushes at the most, milliseconds. */
const QUIT_PATIENCE_MS = 3000;

/** @param built folder of the built app, `out` */
export function composeInkling({ firebase, google, endpoints = {} }: Config, built: string): Inkling {
  const userData = app.getPath('userData');
  const broadcast = createBroadcast(() => BrowserWindow.getAllWindows().map((window) => window.webContents));
  const deviceFile = (name: string) => createJsonFile(path.join(userData, name));
  const logs = path.join(userData, 'logs');
  const log = createLogFile(logs, terminalLog, systemClock.now);
  const quickDraft = createQuickDraft(deviceFile('quick-note.json'), (message) => log.warn(message));
  let revision = 0;

  const auth = createAuth({
    config: { apiKey: firebase.apiKey, ...google, endpoints },
    sessionFile: path.join(userData, 'session'),
    encryption: systemEncryption,
    openBrowser: openLink,
    log,
    ...systemClock,
  });

  const accounts = createAccounts({
    open: openAccountOf,
    remove: (uid) => removeAccount(userData, uid),
    onSwitch: () => {
      void transfers.reset();
      const account = accounts.current();
      if (account !== null) quickDraft.moveTo(account.drafts);
      syncChanged(account?.engine.state ?? SYNC_OFF);
      notesChanged();
    },
    onError: (message) => log.error(message),
  });

  const transfers = createTransfers({
    account: () => accounts.required(),
    chooseFolder: chooseExportFolder,
    chooseSource: chooseImportSource,
    reveal: revealFile,
    now: systemClock.now,
    onChange: (state) => broadcast('transfer:changed', state),
    onTrouble: (message) => log.warn(message),
  });

  function openAccountOf(uid: Uid): Account {
    const remote = createWorkerRemote({
      entry: path.join(built, 'main/remote-worker.js'),
      config: { projectId: firebase.projectId, host: endpoints.firestore, caFile: endpoints.caFile },
      uid,
      tokens: auth,
    });
    const account = openAccount({
      uid,
      database: accountDatabase(userData, uid),
      storeWorker: path.join(built, 'main/store-worker.js'),
      remote,
      clock: systemClock,
      emptyTrashAfter: () => preferences.state.settings.emptyTrashAfter,
      revision: () => revision,
      onChange: notesChanged,
      onTrouble: (message) => log.warn(message),
    });
    account.engine.onChange(syncChanged);
    return account;
  }

  function notesChanged(): void {
    revision += 1;
    broadcast('notes:changed', revision);
  }

  function syncChanged(state: SyncState): void {
    broadcast('sync:changed', state);
    shell.tellSync(syncWords(state));
  }

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
    store: createSettings(deviceFile('settings.json')),
    apply: (settings) => shell.apply(settings),
    launchAtLogin: setLaunchAtLogin,
    facts: () => ({ spellCheckAvailable: spellCheckLanguages(), canLaunchAtLogin: canLaunchAtLogin() }),
    onChange: (state) => {
      broadcast('settings:changed', state);
      accounts.current()?.checkTrash();
    },
    onTrouble: (message) => log.warn(message),
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
      quickDraft,
      transfers,
      storage: () => storageUse(accountFolder(userData, accounts.required().uid)),
      showLogs: () => showFolder(logs),
      pauseShortcut: (paused) => shell.pauseShortcut(paused),
      openQuickNote: () => shell.openQuickNote(),
      hideQuickNote: () => shell.hideQuickNote(),
      openExternal: openLink,
      // The person is in the browser now.
      onSignedIn: () => shell.show(),
    }),
    (error) => log.error(`A request failed: ${String(error)}`),
  );
  auth.onChange((state) => {
    accounts.follow(state);
    broadcast('session:changed', state);
  });
  powerMonitor.on('resume', () => accounts.current()?.engine.wake());

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
    async settle() {
      const account = accounts.current();
      await Promise.all([
        // An export that is not whole leaves nothing behind.
        within(transfers.reset(), systemClock, QUIT_PATIENCE_MS),
        account === null ? undefined : drained(account.engine, systemClock, QUIT_PATIENCE_MS),
      ]);
    },
    dispose() {
      stopSearch();
      shell.dispose();
      stopUpdates();
      stopServing();
      accounts.close();
      auth.dispose();
    },
  };
}
