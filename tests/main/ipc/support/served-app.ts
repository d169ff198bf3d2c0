/**
 * The real handlers on a real account, as in a started app. Only the ports to the desktop, Google and the
 * cloud are replaced.
 */
import path from 'node:path';
import type { Uid } from '#shared/note/note.ts';
import type { SessionState, User } from '#shared/ipc/session.ts';
import type { Auth } from '#main/auth/contract.ts';
import { openLink } from '#main/links/open-outside.ts';
import { createJsonFile } from '#main/device/json-file.ts';
import { createPreferences } from '#main/device/preferences.ts';
import { createSettingsFile } from '#main/device/settings-file.ts';
import { createHandlers } from '#main/ipc/handlers.ts';
import type { Handlers } from '#main/ipc/router.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { createTestHost, type TypedHost } from '#tests/support/test-host.ts';

export interface ServedApp {
  readonly handlers: Handlers;
  readonly accounts: TypedHost;
  readonly folder: string;
  readonly database: string;
  readonly signIn: () => void;
  /** Runs work that waits only for the requests that have arrived. */
  readonly runDeferredWork: () => void;
}

export const ADA: User = { uid: 'ada' as Uid, email: 'ada@example.org', name: 'Ada', picture: null };

export function serveApp(): ServedApp {
  const cloud = createFakeCloud();
  const {
    host: accounts,
    clock,
    folder,
    waitingWords,
    databaseOf,
  } = createTestHost({
    connect: () => cloud.connect(),
  });
  let session: SessionState = { status: 'signed-out', signingIn: false };
  const change = (to: SessionState): void => {
    session = to;
    accounts.applySession(to);
  };
  const signIn = (): void => change({ status: 'signed-in', user: ADA, expired: false, signingIn: false });
  const auth: Auth = {
    get state() {
      return session;
    },
    protection: null,
    signInAddress: null,
    onChange: () => undefined,
    onProtection: () => undefined,
    restore: () => Promise.resolve(),
    store: () => Promise.resolve(),
    stored: Promise.resolve(),
    signIn: () => Promise.resolve(ADA).finally(signIn),
    signOut: async () => change({ status: 'signed-out', signingIn: false }),
    idToken: () => Promise.resolve('token'),
    rejectToken: () => undefined,
    confirm: async () => undefined,
    dispose: () => undefined,
  };
  accounts.startSync();
  signIn();

  const handlers = createHandlers({
    info: { version: '1.0.0', localCloud: false, homepage: null },
    auth,
    accounts,
    preferences: createPreferences({
      file: createSettingsFile(createJsonFile(path.join(folder, 'settings.json')), () => undefined),
      account: () => accounts.current?.uid ?? null,
      apply: () => null,
      launchAtLogin: () => undefined,
      storeSession: () => undefined,
      facts: () => ({
        spellCheckAvailable: [],
        canLaunchAtLogin: false,
        canHideFromScreenSharing: false,
        desktopKeys: null,
        quickNoteCommand: 'inkling --quick-note',
        sessionProtection: null,
      }),
      onChange: () => undefined,
      onTrouble: () => undefined,
    }),
    waitingWords,
    linkWords: { take: () => [] },
    countUnclaimedWords: async () => 0,
    storage: () => Promise.resolve({ notes: 0, log: 0, searchIndex: 0, backups: 0, damaged: 0 }),
    pages: { countAnswer: () => undefined },
    pageServices: {
      openExternal: openLink,
      confirmSettings: async (patch) => patch,
      copyText: async () => undefined,
      showLogs: async () => undefined,
      revealFile: () => undefined,
      report: () => undefined,
    },
    shell: {
      openQuickNote: () => undefined,
      hideQuickNote: () => undefined,
      pauseShortcut: () => undefined,
    },
    droppedFiles: { name: () => undefined },
    restart: { ask: () => undefined },
    offeredVersion: () => null,
    signIn: async () => signIn(),
  });
  return {
    handlers,
    accounts,
    folder,
    database: databaseOf(ADA.uid),
    signIn,
    runDeferredWork: () => clock.advance(0),
  };
}
