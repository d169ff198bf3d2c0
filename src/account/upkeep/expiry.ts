/**
 * Deletes for ever what has lain in the trash for longer than the person wants, where the cloud has proven it (S13.1): a few
 * notes at a time, and only while the account is confirmed and in touch with the cloud. Each goes in the way in which a
 * person deletes it: where it was changed elsewhere meanwhile, it comes back (S6.4).
 */
import type { Clock } from '#shared/clock.ts';
import { messageOf } from '#shared/error.ts';
import type { NoteId } from '#shared/note.ts';
import type { TrashDays } from '#shared/settings.ts';
import type { SyncEngine } from '../sync/engine.ts';
import type { LocalStore } from '../sync/ports.ts';
import { daysBefore, isOldTrash } from '../sync/trash-age.ts';

export interface TrashExpiry {
  /** Another number of days is set: what is old enough goes at once, where it may. */
  emptyAfter(days: TrashDays): void;
  dispose(): void;
}

export interface TrashExpiryPorts {
  readonly store: { readonly notes: Pick<LocalStore, 'read' | 'isConfirmed'> };
  readonly engine: Pick<SyncEngine, 'state' | 'onChange' | 'cloudTime' | 'toldTrash'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly days: TrashDays;
  readonly deleteForever: (id: NoteId) => void;
  readonly onTrouble: (message: string) => void;
}

/** Timers stand still while the machine sleeps; a day is asked for by the hour. */
const ROUND_MS = 60 * 60 * 1000;
/** Each is a write of its own; what else there is to do has its turn in between. */
const AT_ONCE = 10;
const PAUSE_MS = 20;

export function createTrashExpiry(ports: TrashExpiryPorts): TrashExpiry {
  const { engine, clock, deleteForever, onTrouble } = ports;
  const { notes } = ports.store;
  let { days } = ports;
  let cancelRound = clock.after(ROUND_MS, round);
  let cancelRest = nothing;
  let wasLive = false;
  const unsubscribe = engine.onChange(({ phase }) => {
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
    const now = engine.cloudTime;
    if (days === null || now === null || engine.state.phase !== 'live' || !notes.isConfirmed()) return false;
    const unchangedSince = daysBefore(now, days);
    let deleted = 0;
    for (const [id, told] of engine.toldTrash) {
      if (deleted === AT_ONCE) return true;
      if (told >= unchangedSince) continue;
      const record = notes.read(id);
      if (record === null || !isOldTrash(record, told, unchangedSince)) continue;
      deleteForever(id);
      deleted += 1;
    }
    return false;
  }

  return {
    emptyAfter(next) {
      days = next;
      check();
    },
    dispose() {
      unsubscribe();
      cancelRound();
      cancelRest();
    },
  };
}

const nothing = (): void => {};
