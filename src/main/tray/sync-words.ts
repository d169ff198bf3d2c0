/**
 * The sync state in the few words that fit into a tray. They also say what to do, because a tray shows no
 * other message.
 */
import { describeSync } from '#shared/ipc/describe-sync.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';

/** Null while signed out. */
export function syncWords(state: SyncState): string | null {
  if (state.phase === 'session-expired') return 'Sign in again to sync';
  if (state.phase === 'closed') return 'Your notes cannot be opened';
  const description = describeSync(state);
  return description?.look === 'saved' ? 'Synced' : (description?.text ?? null);
}
