/**
 * The sync state in the few words that a tray has room for. They say what to do, as nothing else in a tray
 * does.
 */
import { describeSync } from '#shared/ipc/describe-sync.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';

/** Null while nobody is signed in. */
export function syncWords(state: SyncState): string | null {
  if (state.phase === 'session-expired') return 'Sign in again to sync';
  if (state.phase === 'closed') return 'Your notes cannot be opened';
  const description = describeSync(state);
  return description?.look === 'saved' ? 'Synced' : (description?.text ?? null);
}
