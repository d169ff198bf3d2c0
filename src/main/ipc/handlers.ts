/** Answers each request that is for the main thread: connects the contract with the services, with no rule of its own. */
import type { AppInfo } from '#shared/app-info.ts';
import type { Settings, StorageUse } from '#shared/settings.ts';
import type { AccountHost } from '../account/host.ts';
import type { Auth } from '../auth/contract.ts';
import type { Preferences } from '../device/preferences.ts';
import type { IncomingWords } from '../account/incoming-words.ts';
import type { TypedWordsFile } from '../device/typed-words-file.ts';
import type { Handlers } from './router.ts';

export interface Services {
  readonly info: AppInfo;
  readonly auth: Auth;
  readonly accounts: AccountHost;
  readonly preferences: Preferences;
  /** The quick note of somebody who is not signed in. */
  readonly signedOutWords: TypedWordsFile;
  /** Words from elsewhere that join the quick note. */
  readonly incoming: Pick<IncomingWords, 'forQuickNote' | 'confirmStored'>;
  readonly countUnclaimedWords: () => Promise<number>;
  readonly storage: () => Promise<StorageUse>;
  readonly showLogs: () => Promise<void>;
  /** Shows a file or folder in the system's file manager. */
  readonly revealFile: (file: string) => void;
  /** The version that waits for a restart; null if none does. */
  readonly update: () => string | null;
  readonly askToRestart: () => void;
  readonly pauseShortcut: (paused: boolean) => void;
  readonly openQuickNote: () => void;
  readonly hideQuickNote: () => void;
  /** Opens the address if a person wants it. */
  readonly openExternal: (url: string) => Promise<void>;
  /** Asks the person about what a change turns on, and returns the change without what was not wanted. */
  readonly confirmSettings: (change: Partial<Settings>) => Promise<Partial<Settings>>;
  readonly logPageError: (report: string) => void;
  readonly copyText: (text: string) => Promise<void>;
  /** A page has handed over what was typed last. */
  readonly onFlushed: (question: number) => void;
  /** Answers when the attempt has ended. */
  readonly signIn: () => Promise<void>;
}

export function createHandlers(services: Services): Handlers {
  const { auth, accounts, preferences, signedOutWords } = services;

  return {
    'app:info': () => services.info,
    'app:open-external': (url) => services.openExternal(url),
    'app:report-error': (report) => services.logPageError(report),
    'app:copy-text': (text) => services.copyText(text),
    'app:flushed': (question) => services.onFlushed(question),
    'update:get': () => services.update(),
    'update:restart': () => services.askToRestart(),
    'session:get': () => auth.state,
    'session:sign-in': () => services.signIn(),
    'session:unclaimed-words': () => services.countUnclaimedWords(),
    'session:confirm': (uid) => auth.confirm(uid),
    'session:sign-out': () => accounts.signOut(() => auth.signOut()),
    'sync:get': () => accounts.sync,
    'sync:now': () => accounts.wake(),
    'settings:get': () => preferences.state,
    'settings:change': async (patch) => preferences.change(await services.confirmSettings(patch)),
    'settings:empty-trash-after': (uid, days) => preferences.chooseTrashDays(uid, days),
    'settings:storage': () => services.storage(),
    'settings:record-keys': (recording) => services.pauseShortcut(recording),
    'settings:show-logs': () => services.showLogs(),
    'transfer:get': () => accounts.transfer,
    'transfer:show-export': () => {
      const { transfer } = accounts;
      if (transfer.status === 'exported') services.revealFile(transfer.result.file);
    },
    'quick-note:open': () => services.openQuickNote(),
    'quick-note:keep': async (uid, content) => {
      if (uid !== null) {
        await accounts.request('drafts:keep', [uid, { place: 'quick', content }]);
        return;
      }
      await signedOutWords.keep({ place: 'quick', content });
      // If somebody has signed in meanwhile, that account gets the words: they were written for nobody else.
      accounts.takeSignedOutWords();
    },
    'quick-note:drop': () => signedOutWords.drop({ place: 'quick' }),
    'quick-note:words': () => services.incoming.forQuickNote(),
    'quick-note:joined': (id) => services.incoming.confirmStored(id),
    'quick-note:hide': () => services.hideQuickNote(),
  };
}
