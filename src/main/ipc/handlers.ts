/** What each request does: thin glue between the contract and the services, with no rule of its own. */
import type { AppInfo } from '#shared/app-info.ts';
import type { StorageUse } from '#shared/settings.ts';
import { SYNC_OFF } from '#shared/sync-state.ts';
import type { Accounts } from '../accounts.ts';
import type { Auth } from '../auth/contract.ts';
import type { Preferences } from '../device/preferences.ts';
import type { QuickDraft } from '../device/quick-draft.ts';
import type { Transfers } from '../transfer/transfers.ts';
import type { Handlers } from './router.ts';

export interface Services {
  readonly info: AppInfo;
  readonly auth: Auth;
  readonly accounts: Accounts;
  readonly preferences: Preferences;
  readonly quickDraft: QuickDraft;
  readonly transfers: Transfers;
  readonly storage: () => Promise<StorageUse>;
  readonly showLogs: () => Promise<void>;
  readonly pauseShortcut: (paused: boolean) => void;
  readonly openQuickNote: () => void;
  readonly hideQuickNote: () => void;
  readonly openExternal: (url: string) => Promise<void>;
  readonly onSignedIn: () => void;
}

export function createHandlers(services: Services): Handlers {
  const { auth, accounts, preferences, quickDraft, transfers } = services;

  return {
    'app:info': () => services.info,
    'app:notices': () => accounts.current()?.notices() ?? [],
    'app:open-external': (url) => services.openExternal(url),
    'session:get': () => auth.state,
    'session:sign-in': async () => {
      await auth.signIn();
      services.onSignedIn();
    },
    'session:sign-out': () => accounts.leave(() => auth.signOut()),
    'notes:view': (request) => accounts.required().view(request),
    'notes:counts': () => accounts.required().counts(),
    'notes:get': (id) => accounts.required().note(id),
    'notes:add': (content, from) => accounts.required().add(content, from),
    'notes:edit': (id, content, base) => accounts.required().edit(id, content, base),
    'notes:move': (id, transition) => accounts.required().notes.move(id, transition),
    'notes:delete-forever': (id) => accounts.required().notes.deleteForever(id),
    'drafts:list': () => accounts.current()?.drafts.list() ?? quickDraft.list(),
    'drafts:keep': (draft) => accounts.required().drafts.keep(draft),
    'drafts:drop': (key) => accounts.required().drafts.drop(key),
    'removed:page': (offset, limit) => accounts.required().removed.page(offset, limit),
    'removed:restore': (id) => accounts.required().notes.recover(id),
    'removed:forget': (id) => accounts.required().forgetRemoved(id),
    'sync:get': () => accounts.current()?.engine.state ?? SYNC_OFF,
    'sync:refused': () => accounts.required().refused(),
    'sync:retry': () => accounts.required().engine.retryRefused(),
    'sync:now': () => accounts.current()?.engine.wake(),
    'settings:get': () => preferences.state,
    'settings:change': (patch) => preferences.change(patch),
    'settings:storage': () => services.storage(),
    'settings:record-keys': (recording) => services.pauseShortcut(recording),
    'settings:show-logs': () => services.showLogs(),
    'transfer:get': () => transfers.state,
    'transfer:export': () => transfers.export(),
    'transfer:import': (from) => transfers.import(from),
    'transfer:cancel': () => transfers.cancel(),
    'transfer:dismiss': () => transfers.dismiss(),
    'transfer:show-export': () => transfers.showExport(),
    'quick-note:open': () => services.openQuickNote(),
    'quick-note:keep': (content) => {
      quickDraft.keep(content);
      const account = accounts.current();
      if (account !== null) quickDraft.moveTo(account.drafts);
    },
    'quick-note:drop': () => quickDraft.drop(),
    'quick-note:hide': () => services.hideQuickNote(),
  };
}
