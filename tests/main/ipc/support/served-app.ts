/**
 * The real handlers on a real account, as one started app has them. Only what would reach the desktop, Google or the
 * cloud is replaced.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Uid } from '#shared/note.ts';
import type { SessionState, User } from '#shared/session.ts';
import { type Accounts, createAccounts } from '#main/accounts.ts';
import type { Auth } from '#main/auth/contract.ts';
import { openLink } from '#main/desktop/links.ts';
import { createJsonFile } from '#main/device/json-file.ts';
import { createPreferences } from '#main/device/preferences.ts';
import { createQuickDraft } from '#main/device/quick-draft.ts';
import { createSettings } from '#main/device/settings.ts';
import { createHandlers } from '#main/ipc/handlers.ts';
import type { Handlers } from '#main/ipc/router.ts';
import { accountDatabase, removeAccount } from '#main/store/account-files.ts';
import { createTransfers } from '#main/transfer/transfers.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { openTestAccount } from '../../support/open-test-account.ts';

export interface ServedApp {
  readonly handlers: Handlers;
  readonly accounts: Accounts;
  /** The user-data folder. */
  readonly folder: string;
  /** The account's database. */
  readonly database: string;
  readonly signIn: () => void;
}

const ada: User = { uid: 'ada' as Uid, email: 'ada@example.org', name: 'Ada', picture: null };

export function serveApp(): ServedApp {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-served-'));
  const cloud = createFakeCloud();
  const clock = createManualClock();
  const quickDraft = createQuickDraft(createJsonFile(path.join(folder, 'quick-note.json')), () => undefined);
  const accounts = createAccounts({
    open: (uid) =>
      openTestAccount({
        uid,
        database: accountDatabase(folder, uid),
        remote: cloud.connect(),
        clock,
      }),
    remove: (uid) => removeAccount(folder, uid),
    onSwitch() {
      const account = accounts.current();
      if (account !== null) quickDraft.moveTo(account.drafts);
    },
    onError: () => undefined,
  });
  onTestFinished(() => {
    accounts.close();
    rmSync(folder, { recursive: true, force: true });
  });

  let session: SessionState = { status: 'signed-out', signingIn: false };
  const change = (to: SessionState): void => {
    session = to;
    accounts.follow(to);
  };
  const signIn = (): void => change({ status: 'signed-in', user: ada, expired: false, signingIn: false });
  const auth: Auth = {
    get state() {
      return session;
    },
    onChange: () => () => undefined,
    restore: () => Promise.resolve(),
    signIn: () => Promise.resolve(ada).finally(signIn),
    signOut: async () => change({ status: 'signed-out', signingIn: false }),
    idToken: () => Promise.resolve('token'),
    rejectToken: () => undefined,
    dispose: () => undefined,
  };
  accounts.startSync();
  signIn();

  const handlers = createHandlers({
    info: { version: '1.0.0', localCloud: false, homepage: null },
    auth,
    accounts,
    preferences: createPreferences({
      store: createSettings(createJsonFile(path.join(folder, 'settings.json'))),
      apply: () => null,
      launchAtLogin: () => undefined,
      facts: () => ({ spellCheckAvailable: [], canLaunchAtLogin: false }),
      onChange: () => undefined,
      onTrouble: () => undefined,
    }),
    transfers: createTransfers({
      account: () => accounts.required(),
      chooseFolder: async () => null,
      chooseSource: async () => null,
      reveal: () => undefined,
      now: clock.now,
      onChange: () => undefined,
      onTrouble: () => undefined,
    }),
    quickDraft,
    storage: () => Promise.resolve({ notes: 0, backups: 0, damaged: 0 }),
    showLogs: () => Promise.resolve(),
    pauseShortcut: () => undefined,
    openQuickNote: () => undefined,
    hideQuickNote: () => undefined,
    openExternal: openLink,
    onSignedIn: () => undefined,
  });
  return { handlers, accounts, folder, database: accountDatabase(folder, ada.uid), signIn };
}
