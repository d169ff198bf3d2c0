/** The one file that wires the app's parts together. Its `dispose` ends what it makes. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { app, BrowserWindow, clipboard, powerMonitor } from 'electron';
import { AppError, messageOf } from '#shared/error.ts';
import { describeError, limitReports, MAX_REPORT, MOST_OF_PAGES_IN_DAY } from '#shared/error-report.ts';
import { hasContent } from '#shared/note.ts';
import { makeNoteId } from '#shared/note-id.ts';
import type { SessionProtection } from '#shared/session.ts';
import { LOG_LINES } from '#shared/spec.ts';
import type { SyncState } from '#shared/sync-state.ts';
import { accountFiles, removeSignedOut } from './account/files.ts';
import { createAccountHost } from './account/host.ts';
import { createAuth } from './auth/auth.ts';
import { systemClock } from './base/clock.ts';
import { createCloudHost } from './account/cloud-service.ts';
import { homepageOf } from './config/homepage.ts';
import type { Config } from './config/load.ts';
import { serveApp } from './desktop/app-protocol.ts';
import { parseDeepLink, TOO_MANY_LINKS } from './desktop/deep-link.ts';
import { systemEncryption } from './desktop/encryption.ts';
import * as dialogs from './desktop/file-dialogs.ts';
import { watchGestures } from './desktop/gestures.ts';
import { hardenPages } from './desktop/hardening.ts';
import { canLaunchAtLogin, followRenamedAppImage, setLaunchAtLogin } from './desktop/login-item.ts';
import type { Launch } from './desktop/launch.ts';
import { offerLinks } from './desktop/offer-links.ts';
import { openFolder, openLink, revealFile } from './desktop/open-outside.ts';
import { createPageLinks } from './desktop/page-links.ts';
import { createRateLimit } from './desktop/rate-limit.ts';
import { createRestart } from './desktop/restart.ts';
import { serveSessionEnd } from './desktop/session-end.ts';
import { quickNoteCommand } from './desktop/quick-note-command.ts';
import { canHideFromScreenSharing } from './desktop/screen-sharing.ts';
import { createSettingsQuestion } from './desktop/settings-question.ts';
import { createShell } from './desktop/shell.ts';
import { desktopKeys } from './desktop/shortcut.ts';
import { spellCheckLanguages } from './desktop/spell-check.ts';
import { syncWords } from './desktop/sync-words.ts';
import { systemFetch, systemRoute } from './desktop/system-network.ts';
import { hasIcon, hasTray, searchTray } from './desktop/tray-host.ts';
import { createInbox, inboxFolder } from './device/inbox.ts';
import { createJsonFile } from './device/json-file.ts';
import type { LogFile } from './device/log-file.ts';
import { createPreferences } from './device/preferences.ts';
import { createTypedWordsFile } from './device/typed-words-file.ts';
import { storageUse } from './device/storage-use.ts';
import { systemUpdater, updateSystem } from './desktop/update-system.ts';
import { startUpdates } from './desktop/updates.ts';
import { createIncomingWords } from './account/incoming-words.ts';
import { createPageFlush } from './ipc/flush-pages.ts';
import { createHandlers } from './ipc/handlers.ts';
import { createBroadcast, serveRequests } from './ipc/router.ts';
import { startCloudThread, type Thread } from './account/threads.ts';

/** Texts that the build puts here, empty if it takes no updates; see electron.vite.config.ts. */
declare const BAKED_UPDATE_FEED: string;
declare const BAKED_UPDATE_KEY: string;

export interface Inkling {
  /** Does what a start of the app asks for, the first one or a later one. */
  launch(launch: Launch): void;
  /** Whether this start is one at login that shows nothing unless it asks for something: macOS passes no arguments then. */
  startsHidden(): boolean;
  /** Brings the main window to the front, and creates it again if it was closed. */
  show(): void;
  /**
   * Has the pages store what was typed last, waits a little for what is on its way to the cloud, and closes the notes. All words
   * are durable on this device in any case.
   */
  prepareToQuit(): Promise<void>;
  /**
   * Ends the app after `prepareToQuit`. If somebody asked for the update, it is installed.
   * @param asked starts that came while the app was ending: the app starts again for them
   */
  end(asked: readonly Launch[]): Promise<void>;
  dispose(): void;
}

/** How long quitting waits for pending pushes, at most, in milliseconds. */
const QUIT_PATIENCE_MS = 3000;

/**
 * @param built folder of the built app, `out`
 * @param firstThread an account's thread that was started in advance
 * @param isSelfCheck whether the app only checks itself: it looks for no update, and does not become the one that opens links
 */
export function composeInkling(
  { firebase, google, endpoints = {} }: Config,
  built: string,
  log: LogFile,
  firstThread: Thread,
  startAccount: () => Thread,
  isSelfCheck: boolean,
): Inkling {
  const userData = app.getPath('userData');
  const broadcast = createBroadcast(() => BrowserWindow.getAllWindows().map((window) => window.webContents));
  const deviceFile = (name: string) => createJsonFile(path.join(userData, name));
  const warn = (message: string): void => log.warn(message);
  const signedOutWords = createTypedWordsFile(path.join(userData, 'quick-note.json'));

  const pages = createPageFlush((question) => {
    broadcast('app:ending', question);
    return BrowserWindow.getAllWindows().length;
  }, systemClock);

  serveSessionEnd(() => void pages.flush());

  async function countUnclaimedWords(): Promise<number> {
    const drafts = await signedOutWords.all();
    return drafts.filter(({ content }) => hasContent(content)).length + (await incoming.countUnclaimed());
  }

  let sessionProtection: SessionProtection | null = null;
  const auth = createAuth({
    config: { apiKey: firebase.apiKey, ...google, endpoints },
    sessionFile: path.join(userData, 'session'),
    encryption: systemEncryption,
    keepWithoutKeyStore: () => preferences.state.settings.keepWithoutKeyStore,
    onProtection(protection) {
      sessionProtection = protection;
      broadcast('settings:changed', preferences.state);
    },
    hasUnclaimedWords: async () => (await countUnclaimedWords()) > 0,
    onOpenedTwice(hasSession) {
      const ended = hasSession ? accounts.signOut(() => auth.signOut()) : Promise.resolve();
      ended
        .catch((error: unknown) => warn(messageOf(error)))
        .finally(() => broadcast('session:opened-twice', null));
    },
    fetch: systemFetch,
    openBrowser: openLink,
    log,
    ...systemClock,
  });

  const accounts = createAccountHost({
    firstThread,
    startAccount,
    startCloud(uid, reportObstacle) {
      const config = { projectId: firebase.projectId, host: endpoints.firestore, caFile: endpoints.caFile };
      // Nobody else's token is ever used for this account (S10).
      const host = createCloudHost(
        {
          async idToken() {
            if (accounts.uid !== uid) throw new AppError('not-signed-in', LOG_LINES.notAuthenticated);
            return auth.idToken();
          },
          rejectToken: (token) => auth.rejectToken(token),
          route: () => systemRoute(`https://${config.host ?? 'firestore.googleapis.com'}`, systemClock),
        },
        reportObstacle,
      );
      return startCloudThread(path.join(built, 'main/cloud.js'), { config, uid }, host, warn);
    },
    filesOf: (uid) => accountFiles(userData, uid),
    signedOutWords,
    clock: systemClock,
    makeId: () => makeNoteId(randomBytes),
    emptyTrashAfter: (uid) => preferences.trashDaysOf(uid),
    dialogs,
    onChange(revision) {
      broadcast('notes:changed', revision);
      incoming.retry();
    },
    onSync(state: SyncState) {
      broadcast('sync:changed', state);
      shell.showSync(syncWords(state));
    },
    onTransfer: (state) => broadcast('transfer:changed', state),
    onTrouble: warn,
  });

  const incoming = createIncomingWords({
    inbox: createInbox(inboxFolder(userData), warn),
    session: () => auth.state,
    addNote: (content, id) => accounts.addOnce(content, id),
    tellQuickNote: () => broadcast('quick-note:words', null),
    clock: systemClock,
    onTrouble: warn,
  });

  let stopSearch: (() => void) | null = null;
  const shell = createShell({
    built,
    icons: path.join(built, '../resources/tray'),
    place: deviceFile('window.json'),
    flushPages: () => pages.flush(),
    hints: deviceFile('hints.json'),
    openInPage: (dialog) => broadcast('app:dialog', dialog),
    commandPage: (command) => broadcast('app:command', command),
    followInPage: (target) => broadcast('app:link', target),
    askToRestart: () => restart.ask(),
    tellQuickNote: (event) => broadcast('quick-note:window', event),
    // What runs other programs and loads the cloud's client waits for the first paint.
    onReady() {
      accounts.startSync();
      stopSearch ??= searchTray({
        hasTray: () => hasTray(process.platform),
        hasIcon: () => hasIcon(process.platform, process.pid),
        clock: systemClock,
        onAnswer: (there) => shell.useTray(there),
      });
    },
    onFailure: (report) => log.error(report),
    showLogs() {
      openFolder(log.folder).catch((error: unknown) => log.warn(String(error)));
    },
    clock: systemClock,
  });
  const preferences = createPreferences({
    file: deviceFile('settings.json'),
    account: () => accounts.uid,
    apply: (settings) => shell.apply(settings),
    launchAtLogin: setLaunchAtLogin,
    storeSession: () => void auth.store(),
    facts: () => ({
      spellCheckAvailable: spellCheckLanguages(),
      canLaunchAtLogin: canLaunchAtLogin(),
      canHideFromScreenSharing: canHideFromScreenSharing(process.platform),
      desktopKeys: desktopKeys(),
      quickNoteCommand: quickNoteCommand({
        platform: process.platform,
        environment: process.env,
        program: process.execPath,
        app: app.isPackaged ? null : app.getAppPath(),
      }),
      sessionProtection,
    }),
    onChange: (state) => {
      broadcast('settings:changed', state);
      if (state.trash !== null) accounts.emptyTrashAfter(state.trash.uid, state.trash.emptyAfter);
    },
    onTrouble: warn,
  });

  // A page limits its reports itself, but not one under foreign control, which can also make requests and files fail.
  const logForPages = limitReports(systemClock, (report) => log.error(report), MOST_OF_PAGES_IN_DAY);
  const reportFailure = (where: string, error: unknown): void =>
    logForPages(`${where}: ${describeError(error)}`.slice(0, MAX_REPORT));
  serveApp(path.join(built, 'renderer'), logForPages);
  const openPageLink = createPageLinks(watchGestures(systemClock.now), systemClock.now);
  // A person does each of these a few times at the most, but a page under foreign control might never stop.
  const limitSignIn = createRateLimit(20, systemClock.now);
  const limitFolders = createRateLimit(5, systemClock.now);
  const limitCopies = createRateLimit(20, systemClock.now);
  hardenPages((url) => {
    openPageLink(url).catch((error: unknown) => reportFailure('A link was not opened', error));
  });
  let lastRequestAt = systemClock.now();
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
      incoming,
      countUnclaimedWords,
      storage: () => storageUse(accounts.uid === null ? null : accountFiles(userData, accounts.uid).folder),
      showLogs: async () => {
        limitFolders();
        await openFolder(log.folder);
      },
      revealFile: (file) => {
        limitFolders();
        revealFile(file);
      },
      update: () => updates.offer?.version ?? null,
      askToRestart: () => restart.ask(),
      pauseShortcut: (paused) => shell.pauseShortcut(paused),
      openQuickNote: () => shell.openQuickNote(),
      hideQuickNote: () => shell.hideQuickNote(),
      openExternal: openPageLink,
      confirmSettings: createSettingsQuestion(() => preferences.state.settings, systemClock.now),
      logPageError: logForPages,
      copyText: async (text) => {
        limitCopies();
        await clipboard.writeText(text);
      },
      onFlushed: (question) => pages.countAnswer(question),
      signIn: async () => {
        const forget = limitSignIn();
        await auth.signIn();
        forget();
        // The person is in the browser now, so the window has to come to the front.
        shell.show();
      },
    }),
    (channel, args) => {
      lastRequestAt = systemClock.now();
      return accounts.request(channel, args);
    },
    (error) => reportFailure('A request failed', error),
  );
  auth.onChange((state) => {
    accounts.applySession(state);
    broadcast('session:changed', state);
    // The settings contain a choice of the account that is signed in.
    broadcast('settings:changed', preferences.state);
    incoming.takeIn();
  });
  powerMonitor.on('resume', () => accounts.wake());

  const updates = startUpdates({
    feed: app.isPackaged && !isSelfCheck ? { url: BAKED_UPDATE_FEED, publicKey: BAKED_UPDATE_KEY } : null,
    loadUpdater: systemUpdater,
    fetch: systemFetch,
    lastRequestAt: () => lastRequestAt,
    system: updateSystem,
    clock: systemClock,
    log,
    onRenamed: (file) => followRenamedAppImage(file, preferences.state.settings),
    onOffer({ version }) {
      broadcast('update:changed', version);
      shell.showUpdate();
    },
  });
  const restart = createRestart(updates, log);

  removeSignedOut(userData).catch((error: unknown) =>
    log.warn(`What a sign-out left is still here: ${messageOf(error)}`),
  );
  void auth.restore();

  function launch(asked: Launch): void {
    const link = asked.link === null ? null : parseDeepLink(asked.link);
    if (link === null) shell.launch(asked);
    else if (link.show === 'quick note') {
      if (incoming.addFromLink(link.content)) shell.launch({ ...asked, quickNote: true });
      else shell.follow(TOO_MANY_LINKS);
    } else shell.follow(link);
  }

  if (!isSelfCheck) offerLinks();
  return {
    launch,
    startsHidden: () => preferences.state.settings.startHidden && app.getLoginItemSettings().wasOpenedAtLogin,
    show: () => shell.show(),
    async prepareToQuit() {
      await pages.flush();
      await accounts.waitUntilPushed(QUIT_PATIENCE_MS);
      // The windows are open meanwhile, and somebody may have typed more.
      await pages.flush();
      await accounts.close();
      // A page that no thread has told its drafts yet has held back its words; those go to a file now.
      await pages.flush();
    },
    end: (asked) => restart.end(asked),
    dispose() {
      stopSearch?.();
      incoming.dispose();
      shell.dispose();
      updates.dispose();
      stopServing();
      auth.dispose();
    },
  };
}
