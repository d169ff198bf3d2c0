/**
 * The one file that wires the app's parts together. Each part is made from those before it. Later parts
 * subscribe to the earlier ones once all of them exist. `dispose` ends all parts.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { app, BrowserWindow, powerMonitor } from 'electron';
import type { NoteId } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import { accountFiles, interruptedSignOuts, removeSignedOut } from './account/files.ts';
import { createAccountHost } from './account/host.ts';
import type { HostedCloudPorts } from './account/cloud.ts';
import { createAuth } from './auth/auth.ts';
import { createHttp } from './auth/http.ts';
import type { Auth } from './auth/contract.ts';
import { systemClock } from './base/clock.ts';
import { withDeadline } from './base/deadline.ts';
import { createCloudHost } from './account/cloud-service.ts';
import { homepageOf } from './config/homepage.ts';
import type { Config } from './config/load.ts';
import { parseDeepLink, TOO_MANY_LINKS } from './links/deep-link.ts';
import { desktopFacts } from './desktop-facts.ts';
import { systemEncryption } from './system/encryption.ts';
import { createAccountPicture } from './guard/account-picture.ts';
import { createDroppedFiles } from './guard/dropped-files.ts';
import * as dialogs from './system/file-dialogs.ts';
import { followRenamedAppImage, setLaunchAtLogin } from './system/login-item.ts';
import type { Launch } from './links/launch.ts';
import { offerLinks } from './links/offer-links.ts';
import { openFolder, openLink } from './links/open-outside.ts';
import { createPageServices } from './guard/page-services.ts';
import { createRateLimit } from './guard/rate-limit.ts';
import { createRestart } from './updates/restart.ts';
import { serveSessionEnd } from './windows/session-end.ts';
import { createShell } from './shell.ts';
import { syncWords } from './tray/sync-words.ts';
import { systemFetch, systemRoute } from './system/system-network.ts';
import { createJsonFile } from './device/json-file.ts';
import type { LogFile } from './device/log-file.ts';
import { createPreferences } from './device/preferences.ts';
import { createSettingsFile } from './device/settings-file.ts';
import { createWaitingWords, waitingWordsFolder } from './device/waiting-words.ts';
import { storageUse } from './device/storage-use.ts';
import { systemUpdater, updateSystem } from './updates/update-system.ts';
import { startUpdates } from './updates/updates.ts';
import { createLinkWords } from './links/link-words.ts';
import { createEventHub } from './ipc/events.ts';
import { createPageFlush } from './ipc/flush-pages.ts';
import { createHandlers } from './ipc/handlers.ts';
import { serveRequests } from './ipc/router.ts';
import { startCloudThread, type Thread, type ThreadPorts } from './account/threads.ts';

/** Set by the build, empty if it takes no updates; see electron.vite.config.ts. */
declare const BAKED_UPDATE_FEED: string;
declare const BAKED_UPDATE_KEY: string;

export interface Inkling {
  /** Does what the first or a later start of the app asks for. */
  launch(launch: Launch): void;
  /** Whether the app was started at login and should show no window. macOS passes no arguments then. */
  startsHidden(): boolean;
  /** Brings the main window to the front, and creates it again if it was closed. */
  show(): void;
  /**
   * Has the pages store the last typed words, waits a little for pushes under way and the session's file, and
   * closes the notes. All words are durable on this device in any case.
   */
  prepareToQuit(): Promise<void>;
  /**
   * Ends the app after `prepareToQuit`. Installs the update if the user asked for it.
   * @param launches starts that arrived while the app was ending; the app starts again for them
   */
  end(launches: readonly Launch[]): Promise<void>;
  dispose(): void;
}

/** The longest time that quitting waits for pending pushes and the session's file, in milliseconds. */
const QUIT_PATIENCE_MS = 3000;

const makeId = (): NoteId => makeNoteId(randomBytes);

export interface Start {
  readonly config: Config;
  /** Folder of the built app, `out`. */
  readonly built: string;
  readonly log: LogFile;
  /** Called with the output of libraries in the threads. */
  readonly countLines: ThreadPorts['countLines'];
  /** An account's thread that was started in advance. */
  readonly firstThread: Thread;
  readonly startAccount: () => Thread;
  /**
   * Whether the app only checks itself: it looks for no update and does not register as the handler of links.
   */
  readonly isSelfCheck: boolean;
}

export function composeInkling({
  config,
  built,
  log,
  countLines,
  firstThread,
  startAccount,
  isSelfCheck,
}: Start): Inkling {
  const { firebase, google, endpoints = {} } = config;
  const userData = app.getPath('userData');
  const deviceFile = (name: string) => createJsonFile(path.join(userData, name));
  const { broadcast, subscribe } = createEventHub(
    () => BrowserWindow.getAllWindows().map((window) => window.webContents),
    (error) => log.error('event-failed', error),
  );
  const pages = createPageFlush((question) => {
    broadcast('app:ending', question);
    return BrowserWindow.getAllWindows().length;
  }, systemClock);
  serveSessionEnd(() => void pages.flush());

  const settingsFile = createSettingsFile(deviceFile('settings.json'), log.warn);
  const waitingWords = createWaitingWords({
    folder: waitingWordsFolder(userData),
    clock: systemClock,
    makeId,
    onTrouble: log.warn,
  });
  const auth = createAuth({
    config: { apiKey: firebase.apiKey, ...google, endpoints },
    sessionFile: path.join(userData, 'session'),
    encryption: systemEncryption,
    storeWithoutKeyStore: () => settingsFile.settings.storeWithoutKeyStore,
    fetch: systemFetch,
    openBrowser: openLink,
    log,
    ...systemClock,
  });
  const droppedFiles = createDroppedFiles();
  const accounts = createAccountHost({
    firstThread,
    startAccount,
    startCloud: createCloudStarter(config, built, auth, { onTrouble: log.warn, countLines }),
    filesOf: (uid) => accountFiles(userData, uid),
    waitingWords,
    isQuickNoteOpen,
    clock: systemClock,
    makeId,
    emptyTrashAfter: (uid) => settingsFile.trashDaysOf(uid),
    dialogs: {
      ...dialogs,
      chooseSource: async (from) => (from === 'dropped' ? droppedFiles.take() : dialogs.chooseSource(from)),
    },
    onChange: (revision) => broadcast('notes:changed', revision),
    onCounted: () => broadcast('notes:counted', null),
    onSync: (state) => broadcast('sync:changed', state),
    onTransfer: (state) => broadcast('transfer:changed', state),
    onTrouble: log.warn,
  });
  const linkWords = createLinkWords(() => broadcast('quick-note:words', null));
  const updates = startUpdates({
    feed: app.isPackaged && !isSelfCheck ? { url: BAKED_UPDATE_FEED, publicKey: BAKED_UPDATE_KEY } : null,
    loadUpdater: systemUpdater,
    fetch: systemFetch,
    lastRequestAt: () => accounts.lastRequestAt,
    system: updateSystem,
    clock: systemClock,
    log,
    onRenamed: (file) => followRenamedAppImage(file, settingsFile.settings),
    onOffer: ({ version }) => broadcast('update:changed', version),
  });
  const restart = createRestart(updates, log);
  const shell = createShell({
    built,
    icons: path.join(built, '../resources/tray'),
    place: deviceFile('window.json'),
    hints: deviceFile('hints.json'),
    flushPages: () => pages.flush(),
    broadcast,
    askToRestart: () => restart.ask(),
    // Loading the cloud's client waits for the first paint.
    onReady: () => accounts.startSync(),
    onFailure: log.error,
    showLogs() {
      const report = (error: unknown): void => log.warn('folder-not-opened', error);
      openFolder(log.folder, report).catch(report);
    },
    clock: systemClock,
  });
  function isQuickNoteOpen(): boolean {
    return shell.isQuickNoteOpen;
  }

  const preferences = createPreferences({
    file: settingsFile,
    account: () => accounts.current?.uid ?? null,
    apply: (settings) => shell.apply(settings),
    launchAtLogin: setLaunchAtLogin,
    storeSession: () => void auth.store(),
    facts: () => ({ ...desktopFacts(), sessionProtection: auth.protection }),
    onChange(state) {
      broadcast('settings:changed', state);
      if (state.trash !== null) accounts.current?.emptyTrashAfter(state.trash.emptyAfter);
    },
    onTrouble: log.warn,
  });
  const pageServices = createPageServices(
    path.join(built, 'renderer'),
    log,
    () => settingsFile.settings,
    createAccountPicture(
      createHttp(systemFetch, systemClock.after),
      () => (auth.state.status === 'signed-in' ? auth.state.user.picture : null),
      systemClock.now,
    ),
  );

  /** How many entries waited for a sign-in at the last count. */
  let unclaimedCount = 0;
  async function countUnclaimedWords(): Promise<number> {
    const count = await waitingWords.count(null);
    if (count !== unclaimedCount) broadcast('session:unclaimed-words', count);
    unclaimedCount = count;
    return count;
  }

  const limitSignIn = createRateLimit(20, systemClock.now);
  async function signIn(): Promise<void> {
    const forget = limitSignIn();
    await auth.signIn({
      hasUnclaimedWords: async () => (await countUnclaimedWords()) > 0,
      onOpenedTwice(hasSession) {
        const ended = hasSession ? accounts.signOut(() => auth.signOut()) : Promise.resolve();
        ended
          .catch((error: unknown) => log.warn('sign-out-failed', error))
          .finally(() => broadcast('session:opened-twice', null));
      },
    });
    forget();
    // The user is in the browser now, so the window must come to the front.
    shell.show();
  }

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
      waitingWords,
      linkWords,
      pages,
      pageServices,
      droppedFiles,
      shell,
      restart,
      signIn,
      countUnclaimedWords,
      storage: () => storageUse(accounts.current && accountFiles(userData, accounts.current.uid).folder),
      offeredVersion: () => updates.offer?.version ?? null,
    }),
    accounts,
    (error) => pageServices.report('request-failed', error),
  );

  auth.onChange((state) => {
    accounts.applySession(state);
    shell.showSession(state.status === 'signed-in');
    broadcast('session:changed', state);
    // The settings contain a choice of the signed-in account.
    broadcast('settings:changed', preferences.state);
  });
  auth.onProtection(() => broadcast('settings:changed', preferences.state));
  subscribe((event) => {
    if (event.channel === 'sync:changed') shell.showSync(syncWords(event.payload));
    if (event.channel === 'update:changed') shell.showUpdate();
  });
  waitingWords.onChange(() => {
    accounts.takeWaitingWords();
    countUnclaimedWords().catch((error: unknown) => log.warn('waiting-words-not-counted', error));
  });
  const endWatch = waitingWords.watch();
  powerMonitor.on('resume', () => accounts.current?.wake());

  removeSignedOut(userData).catch((error: unknown) => log.warn('signed-out-files-left', error));
  auth
    .restore()
    .then(finishSignOuts)
    .catch((error: unknown) => log.warn('signed-out-files-left', error));

  async function finishSignOuts(): Promise<void> {
    for (const uid of await interruptedSignOuts(userData)) await accounts.finishSignOut(uid);
  }

  function launch(start: Launch): void {
    const link = start.link === null ? null : parseDeepLink(start.link);
    if (link === null) shell.launch(start);
    else if (link.show === 'quick note') {
      if (linkWords.add(link.content)) shell.launch({ ...start, quickNote: true });
      else shell.follow(TOO_MANY_LINKS);
    } else shell.follow(link);
  }

  if (!isSelfCheck) offerLinks();
  return {
    launch,
    startsHidden: () => settingsFile.settings.startHidden && app.getLoginItemSettings().wasOpenedAtLogin,
    show: () => shell.show(),
    async prepareToQuit() {
      await pages.flush();
      await Promise.all([
        accounts.current?.waitUntilPushed(QUIT_PATIENCE_MS),
        // A user who quits right after a sign-in stays signed in.
        withDeadline(auth.stored, systemClock, QUIT_PATIENCE_MS, undefined),
      ]);
      // The windows were still open, so the user may have typed more.
      await pages.flush();
      await accounts.close();
      // A page that had not received its drafts from a thread yet has held back its words. They go to the
      // store of waiting words now.
      await pages.flush();
    },
    end: (launches) => restart.end(launches),
    dispose() {
      endWatch();
      shell.dispose();
      updates.dispose();
      stopServing();
      auth.dispose();
    },
  };
}

/** Makes the function that starts an account's connection to the cloud in a separate thread. */
function createCloudStarter(
  { firebase, endpoints = {} }: Config,
  built: string,
  auth: Pick<Auth, 'idToken' | 'rejectToken'>,
  ports: ThreadPorts,
): HostedCloudPorts['startCloud'] {
  const config = { projectId: firebase.projectId, host: endpoints.firestore, caFile: endpoints.caFile };
  return (uid, onObstacle) => {
    const host = createCloudHost(
      {
        idToken: () => auth.idToken(uid),
        rejectToken: (token) => auth.rejectToken(token),
        route: () => systemRoute(`https://${config.host ?? 'firestore.googleapis.com'}`, systemClock),
        reportTrouble: ports.onTrouble,
      },
      onObstacle,
    );
    return startCloudThread(path.join(built, 'main/cloud.js'), { config, uid }, host, ports);
  };
}
