/**
 * Deletes for ever what has lain in the trash for longer than the person wants. Each note goes in the way in which a person
 * deletes it (S6.4: where it was changed elsewhere meanwhile, it comes back), a few at a time, and only while the
 * account is in touch with the cloud: a device that does not know how its notes stand deletes none.
 */
import { messageOf } from '#shared/error.ts';
import type { NoteId } from '#shared/note.ts';
import type { TrashDays } from '#shared/settings.ts';
import type { CloudTime } from './cloud-time.ts';
import type { AccountStore } from './store/account-store.ts';
import type { SyncEngine } from './sync/engine.ts';
import type { LocalNotes } from './sync/local-notes.ts';
import { daysBefore, isOldTrash } from './sync/old-trash.ts';
import type { Clock, UpdateTime } from './sync/ports.ts';

export interface TrashCare {
  /** Looks at once, where it may. */
  check(): void;
  dispose(): void;
}

export interface TrashCarePorts {
  readonly store: Pick<AccountStore, 'notes' | 'oldTrash'>;
  readonly notes: Pick<LocalNotes, 'deleteForever'>;
  readonly engine: Pick<SyncEngine, 'state' | 'onChange'>;
  readonly cloud: Pick<CloudTime, 'latest'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly days: () => TrashDays;
  readonly onTrouble: (message: string) => void;
}

/** Timers stand still while the machine sleeps; a day is asked for by the hour. */
const ROUND_MS = 60 * 60 * 1000;
/** Each is a write of its own; what else there is to do has its turn in between. */
const AT_ONCE = 10;
const PAUSE_MS = 20;

export function careForTrash(ports: TrashCarePorts): TrashCare {
  const { store, notes, engine, cloud, clock, days, onTrouble } = ports;
  let cancelRound = clock.after(ROUND_MS, round);
  let cancelRest = nothing;
  let wasLive = false;
  const stopFollowing = engine.onChange(({ phase }) => {
    const isLive = phase === 'live';
    if (isLive && !wasLive) check();
    wasLive = isLive;
  });

  function round(): void {
    cancelRound = clock.after(ROUND_MS, round);
    check();
  }

  function check(): void {
    cancelRest();
    cancelRest = nothing;
    try {
      if (deleteSome()) cancelRest = clock.after(PAUSE_MS, check);
    } catch (error) {
      onTrouble(`Old notes are still in the trash: ${messageOf(error)}`);
    }
  }

  /** Answers whether there may be more. */
  function deleteSome(): boolean {
    const after = days();
    if (after === null || engine.state.phase !== 'live' || cloud.latest === null) return false;
    const unchangedSince = daysBefore(cloud.latest, after);
    const old = store.oldTrash.unchangedSince(unchangedSince, AT_ONCE);
    for (const id of old) deleteOne(id, unchangedSince);
    return old.length === AT_ONCE;
  }

  function deleteOne(id: NoteId, unchangedSince: UpdateTime): void {
    const record = store.notes.read(id);
    if (record !== null && isOldTrash(record, unchangedSince)) notes.deleteForever(id);
  }

  return {
    check,
    dispose() {
      stopFollowing();
      cancelRound();
      cancelRest();
    },
  };
}

const nothing = (): void => {};
