/** The upkeep of a device (`tests/support/device.ts`), whose notes have no file. */
import type { TrashDays } from '#shared/ipc/settings.ts';
import type { NoteId } from '#shared/note/note.ts';
import { startUpkeep, type Upkeep } from '#account/upkeep/upkeep.ts';
import type { Device } from '#tests/support/device.ts';
import { reportTo } from '#tests/support/log-lines.ts';

interface DeviceUpkeep {
  /** Beside it are the backups; the file itself is not needed. */
  readonly database: string;
  /** Bytes of the database, 0 if not given. */
  readonly size?: number;
  /** Null if not given. */
  readonly emptyTrashAfter?: TrashDays;
  readonly deleteForever?: (id: NoteId) => void;
}

const nothing = (): void => undefined;

export function startDeviceUpkeep(
  { store, engine, clock, troubles }: Device,
  { database, size = 0, emptyTrashAfter = null, deleteForever = nothing }: DeviceUpkeep,
): Upkeep {
  return startUpkeep({
    database,
    store: {
      notes: store,
      history: store.history,
      needsCheck: false,
      markChecked: nothing,
      number: () => 0,
      size: () => size,
      returnPages: () => false,
      erasure: { checkpoint: () => 'not truncated', lastRemoval: () => 0, isErasing: () => false },
      removeSafeFiles: nothing,
    },
    index: { indexSome: () => false },
    views: { countSome: () => 'idle' },
    engine,
    clock,
    jobs: { run: async () => ({ kind: 'ended' }), close: async () => undefined },
    emptyTrashAfter,
    deleteForever,
    onCounted: nothing,
    onErased: nothing,
    onTrouble: reportTo(troubles),
    onBackupRoom: nothing,
    onDamage: nothing,
  });
}
