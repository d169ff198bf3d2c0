/**
 * Answers the requests to the main thread: connects the contract with the services, without rules of its own.
 */
import type { AppInfo } from '#shared/ipc/app-info.ts';
import type { Settings, StorageUse } from '#shared/ipc/settings.ts';
import { SYNC_OFF } from '#shared/ipc/sync-state.ts';
import { NO_TRANSFER } from '#shared/ipc/transfer.ts';
import type { Report } from '#shared/base/log.ts';
import type { AccountHost } from '../account/host.ts';
import type { Auth } from '../auth/contract.ts';
import type { Preferences } from '../device/preferences.ts';
import type { WaitingWordsStore } from '../device/waiting-words.ts';
import type { LinkWords } from '../links/link-words.ts';
import type { PageFlush } from './flush-pages.ts';
import type { Handlers } from './router.ts';

/**
 * Services of the desktop for pages. Each throws AppError `too-often` beyond its limit; reports beyond theirs
 * are dropped.
 */
export interface PageServices {
  /**
   * Opens the address if the user wants it.
   * @throws AppError `invalid-argument` for one that may not be opened
   */
  openExternal(url: string): Promise<void>;
  /**
   * Asks the user about risky settings in a change, and returns the change without those that were declined.
   */
  confirmSettings(change: Partial<Settings>): Promise<Partial<Settings>>;
  copyText(text: string): Promise<void>;
  showLogs(): Promise<void>;
  revealFile(file: string): void;
  /** Logs a report of a page, or a failure that a page has caused. */
  readonly report: Report;
}

export interface Services {
  readonly info: AppInfo;
  readonly auth: Auth;
  readonly accounts: AccountHost;
  readonly preferences: Preferences;
  /** Stores the quick note while signed out. */
  readonly waitingWords: Pick<WaitingWordsStore, 'store' | 'drop'>;
  readonly linkWords: Pick<LinkWords, 'take'>;
  readonly pages: Pick<PageFlush, 'countAnswer'>;
  readonly pageServices: PageServices;
  /** The files for the next import of dropped files. */
  readonly droppedFiles: { name(paths: readonly string[]): void };
  readonly shell: {
    openQuickNote(): void;
    hideQuickNote(): void;
    pauseShortcut(paused: boolean): void;
  };
  readonly restart: { ask(): void };
  /** Resolves when the attempt has ended. */
  readonly signIn: () => Promise<void>;
  readonly countUnclaimedWords: () => Promise<number>;
  readonly storage: () => Promise<StorageUse>;
  /** The version that waits for a restart; null if none does. */
  readonly offeredVersion: () => string | null;
}

export function createHandlers(services: Services): Handlers {
  const { auth, accounts, preferences, waitingWords, linkWords, pageServices, shell } = services;

  return {
    'app:info': () => services.info,
    'app:open-external': (url) => pageServices.openExternal(url),
    'app:report-error': (event, error) => pageServices.report(event, error ?? undefined),
    'app:copy-text': (text) => pageServices.copyText(text),
    'app:flushed': (question) => services.pages.countAnswer(question),
    'update:get': () => services.offeredVersion(),
    'update:restart': () => services.restart.ask(),
    'session:get': () => auth.state,
    'session:sign-in': () => services.signIn(),
    async 'session:copy-address'() {
      const { signInAddress } = auth;
      if (signInAddress !== null) await pageServices.copyText(signInAddress);
      return signInAddress !== null;
    },
    'session:unclaimed-words': () => services.countUnclaimedWords(),
    'session:confirm': (uid) => auth.confirm(uid),
    'session:sign-out': () => accounts.signOut(() => auth.signOut()),
    'notes:file': () => accounts.current?.database ?? null,
    'sync:get': () => accounts.current?.sync ?? SYNC_OFF,
    'sync:now': () => accounts.current?.wake(),
    'settings:get': () => preferences.state,
    'settings:change': async (patch) => preferences.change(await pageServices.confirmSettings(patch)),
    'settings:empty-trash-after': (uid, days) => preferences.chooseTrashDays(uid, days),
    'settings:storage': () => services.storage(),
    'settings:record-keys': (recording) => shell.pauseShortcut(recording),
    'settings:show-logs': () => pageServices.showLogs(),
    'transfer:get': () => accounts.current?.transfer ?? NO_TRANSFER,
    'transfer:import-dropped': async (uid, paths) => {
      services.droppedFiles.name(paths);
      await accounts.request('transfer:import', [uid, 'dropped']);
    },
    'transfer:show-export': () => {
      const transfer = accounts.current?.transfer;
      if (transfer?.status === 'exported') pageServices.revealFile(transfer.result.file);
    },
    'quick-note:open': () => shell.openQuickNote(),
    'quick-note:keep': async (uid, content) => {
      const draft = { place: 'quick', content } as const;
      await (uid === null ? waitingWords.store(null, draft) : accounts.request('drafts:keep', [uid, draft]));
    },
    'quick-note:drop': () => waitingWords.drop(null, { place: 'quick' }),
    'quick-note:words': () => linkWords.take(),
    'quick-note:hide': () => shell.hideQuickNote(),
  };
}
