/** The sync state in the few words that a tray has room for. */
import { assertNever } from '#shared/assert-never.ts';
import { countOf } from '#shared/count.ts';
import type { SyncState } from '#shared/sync-state.ts';

/** Null while nobody is signed in. */
export function syncWords({ phase, pending, refused }: SyncState): string | null {
  switch (phase) {
    case 'off':
      return null;
    case 'session-expired':
      return 'Sign in again to sync';
    case 'offline':
      return pending === 0 ? 'Offline' : `Offline – ${countOf(pending, 'change')} waiting`;
    case 'opening':
      return 'Opening your notes again…';
    case 'closed':
      return 'Your notes cannot be opened';
    case 'connecting':
      return 'Connecting…';
    case 'live':
      if (refused > 0) return `${countOf(refused, 'note')} could not be synced`;
      return pending > 0 ? 'Saving…' : 'All changes saved';
    default:
      return assertNever(phase);
  }
}
