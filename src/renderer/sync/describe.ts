/** The sync state in a few words, with how much attention it wants. */
import { assertNever } from '#shared/assert-never.ts';
import type { SyncState } from '#shared/sync-state.ts';

export interface SyncDescription {
  readonly tone: 'ok' | 'busy' | 'warn';
  readonly text: string;
}

/** Null where there is nothing to say: nobody is signed in. */
export function describeSync(state: SyncState): SyncDescription | null {
  switch (state.phase) {
    case 'off':
      return null;
    case 'connecting':
      return { tone: 'busy', text: 'Connecting…' };
    case 'live':
      if (state.refused > 0) return { tone: 'warn', text: `${count(state.refused, 'note')} not synced` };
      if (state.pending > 0) return { tone: 'busy', text: `Saving ${count(state.pending, 'change')}…` };
      return { tone: 'ok', text: 'All changes saved' };
    case 'offline':
      return {
        tone: 'warn',
        text: state.pending > 0 ? `Offline – ${count(state.pending, 'change')} waiting` : 'Offline',
      };
    case 'session-expired':
      return { tone: 'warn', text: 'Not syncing' };
    default:
      return assertNever(state.phase);
  }
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
