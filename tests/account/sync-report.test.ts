import { expect, test } from 'vitest';
import { createSyncReport } from '#account/sync-report.ts';
import { AppError } from '#shared/base/error.ts';
import { REASONS } from '#shared/base/reasons.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import { reportTo } from '#tests/support/log-lines.ts';

const ENGINE: SyncState = { phase: 'connecting', pending: 0, refused: 0, loaded: true };

test('an account opens although the unsaved drafts cannot be counted, and counts them with the next change', () => {
  let isFailing = true;
  const states: SyncState[] = [];
  const troubles: string[] = [];
  const report = createSyncReport({
    store: {
      drafts: { list: () => [], store() {}, drop() {} },
      history: { countMissing: () => 0 },
      unreadCount() {
        if (isFailing) throw new AppError('store-failed', 'notes-busy');
        return 2;
      },
    },
    engine: { state: ENGINE, onChange: () => () => undefined },
    onSync: (state) => states.push(state),
    onTrouble: reportTo(troubles),
  });
  expect(report.state).toEqual({ ...ENGINE, unsaved: 0, unread: 0, missing: 0 });
  expect(troubles).toEqual([`The drafts could not be counted: ${REASONS['notes-busy']}`]);
  isFailing = false;
  report.reportUnsaved();
  expect(states).toEqual([{ ...ENGINE, unsaved: 0, unread: 2, missing: 0 }]);
});
