/** The one file that wires the app's parts together. What it makes, its `dispose` ends. */
import path from 'node:path';
import { app, BrowserWindow, powerMonitor } from 'electron';
import { messageOf } from '#shared/error.ts';
import type { Uid } from '#shared/note.ts';
import { SYNC_OFF } from '#shared/sync-state.ts';
import { type Account, openAccount } from './account.ts';
import { createAccounts } from './accounts.ts';
import { createAuth } from './auth/auth.ts';
import { systemClock } from './clock.ts';
import { createWorkerRemote } from './cloud/worker-remote.ts';
import type { Config } from './config/schema.ts';
import { serveApp } from './desktop/app-protocol.ts';
import { systemEncryption } from './desktop/encryption.ts';
import { hardenPages } from './desktop/hardening.ts';
import { openLink } from './desktop/links.ts';
import { bringToFront, createMainWindow } from './desktop/main-window.ts';
import { startUpdates, systemUpdater } from './desktop/updates.ts';
import { createHandlers } from './ipc/handlers.ts';
import { createBroadcast, serveRequests } from './ipc/router.ts';
import { terminalLog as log } from './log.ts';
import { accountDatabase, removeAccount } from './store/account-files.ts';

/** Texts that the build put here, empty where it takes no updates; see electron.vite.config.ts. */
declare const BAKED_UPDATE_FEED: string;
declare const BAKED_UPDATE_KEY: string;

export interface Inkling {
  /** Brings the main window to the front, making it anew where it was closed. */
  show(): void;
  dispose(): void;
}

export function composeInkling({ firebase, google, endpoints = {} }: Config): Inkling {
  const userData = app.getPath('userData');
  // `out`: this file is built to `out/main`.
  const built = path.join(import.meta.dirname, '..');
  const broadcast = createBroadcast(() => BrowserWindow.getAllWindows().map((window) => window.webContents));
  let revision = 0;
  let window: BrowserWindow | null = null;

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
      broadcast('sync:changed', accounts.current()?.engine.state ?? SYNC_OFF);
      notesChanged();
    },
    onError: (message) => log.error(message),
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
      remote,
      clock: systemClock,
      revision: () => revision,
      onChange: notesChanged,
      onTrouble: (message) => log.warn(message),
    });
    account.engine.onChange((state) => broadcast('sync:changed', state));
    return account;
  }

  function notesChanged(): void {
    revision += 1;
    broadcast('notes:changed', revision);
  }

  function show(): void {
    if (window !== null && !window.isDestroyed()) {
      bringToFront(window);
      return;
    }
    window = createMainWindow(built, (error) =>
      log.error(`The page could not be loaded: ${messageOf(error)}`),
    );
    // The cloud client takes a moment to load; the first paint goes first.
    window.once('ready-to-show', () => accounts.startSync());
  }

  serveApp(path.join(built, 'renderer'));
  hardenPages((url) => {
    openLink(url).catch((error: unknown) => log.warn(String(error)));
  });
  const stopServing = serveRequests(
    createHandlers({
      info: { version: app.getVersion(), localCloud: endpoints.firestore !== undefined },
      auth,
      accounts,
      openExternal: openLink,
      // The person is in the browser now.
      onSignedIn: show,
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
  show();

  return {
    show,
    dispose() {
      stopUpdates();
      stopServing();
      accounts.close();
      auth.dispose();
    },
  };
}
