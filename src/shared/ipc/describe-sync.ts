/** The sync state in a few words, and how much attention it needs. */
import { assertNever } from '../base/assert-never.ts';
import { countOf } from '../base/count.ts';
import type { SyncState } from './sync-state.ts';

export interface SyncDescription {
  readonly look: 'saved' | 'unsaved' | 'busy' | 'offline' | 'trouble';
  readonly text: string;
}

/** @returns null while signed out */
export function describeSync(state: SyncState): SyncDescription | null {
  const { unsaved = 0, unread = 0, missing = 0 } = state;
  switch (state.phase) {
    case 'off':
      return null;
    case 'opening':
      return { look: 'busy', text: 'Opening your notes again…' };
    case 'closed':
      return { look: 'trouble', text: 'Notes could not be opened' };
    case 'connecting':
      return { look: 'busy', text: 'Connecting…' };
    case 'live':
      if (state.refused > 0)
        return { look: 'trouble', text: `${countOf(state.refused, 'note')} could not be synced` };
      if (state.pending > 0) return { look: 'busy', text: 'Saving…' };
      if (missing > 0) return { look: 'trouble', text: `${countOf(missing, 'note')} no longer in the cloud` };
      if (unsaved > 0) return { look: 'unsaved', text: `Unsaved words in ${countOf(unsaved, 'note')}` };
      if (unread > 0) return { look: 'unsaved', text: `Unread words in ${countOf(unread, 'damaged file')}` };
      return { look: 'saved', text: 'All changes saved' };
    case 'offline':
      return {
        look: 'offline',
        text: state.pending > 0 ? `Offline – ${countOf(state.pending, 'change')} waiting` : 'Offline',
      };
    case 'cloud-refuses':
      return { look: 'trouble', text: 'The cloud refuses' };
    case 'session-expired':
      return { look: 'trouble', text: 'Not syncing' };
    default:
      return assertNever(state.phase);
  }
}
