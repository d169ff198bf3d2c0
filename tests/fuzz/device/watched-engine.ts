/**
 * A watched engine: S12 holds for words that the cloud replaces and for words that a person at the device
 * overwrites, and the account must be confirmed whenever it is live (S13.3), because trash expires then
 * (S13.1).
 */
import type { createSyncEngine } from '#account/sync/engine.ts';
import type { LocalStore } from '#account/sync/ports.ts';
import type { NoteFields, NoteId } from '#shared/note/note.ts';

export interface StoreWatcher {
  /** A committed change. `after` is null if the note was removed from this device. */
  onChange(id: NoteId, before: NoteFields, after: NoteFields | null): void;
  /** An unflushed transaction begins. @returns a function to call when it has ended */
  onUnflushed(): () => void;
  /** A removal with an unknown outcome. */
  onUncertainRemoval(id: NoteId): void;
  onRename(from: NoteId, to: NoteId): void;
  /** The engine is live, although the account is not confirmed. */
  onLiveUnconfirmed(): void;
}

export function watchEngine(create: typeof createSyncEngine, watcher: StoreWatcher): typeof createSyncEngine {
  return (ports) => {
    const store = watchedStore(ports.store, watcher);
    const engine = create({ ...ports, store });
    engine.onChange(({ phase }) => {
      if (phase === 'live' && !store.wasSeenConfirmed()) watcher.onLiveUnconfirmed();
    });
    return engine;
  };
}

interface WatchedStore extends LocalStore {
  /**
   * Whether the account was confirmed at the engine's last question, or has been since. Does not read the
   * disk, which might fail.
   */
  wasSeenConfirmed(): boolean;
}

function watchedStore(store: LocalStore, watcher: StoreWatcher): WatchedStore {
  /** Reports of the current transaction; null without one. */
  let done: (() => void)[] | null = null;
  let gone: NoteId[] = [];
  let isConfirmed = false;
  const tell = (what: () => void): void => {
    if (done === null) what();
    else done.push(what);
  };
  return {
    ...store,
    transaction(work, durable) {
      if (done !== null) return store.transaction(work, durable);
      done = [];
      gone = [];
      const end = durable === 'soon' ? watcher.onUnflushed() : null;
      try {
        const result = store.transaction(work, durable);
        for (const what of done) what();
        return result;
      } catch (error) {
        // The commit may have taken place although it reports an error.
        for (const id of gone) watcher.onUncertainRemoval(id);
        throw error;
      } finally {
        end?.();
        done = null;
      }
    },
    write(record, before) {
      const { id, local } = record;
      const was = store.read(id)?.local ?? null;
      if (was !== null && local === null) gone.push(id);
      store.write(record, before);
      if (was !== null) tell(() => watcher.onChange(id, was, local));
    },
    rename(from, to) {
      store.rename(from, to);
      tell(() => watcher.onRename(from, to));
    },
    isConfirmed() {
      isConfirmed = store.isConfirmed();
      return isConfirmed;
    },
    setConfirmed() {
      store.setConfirmed();
      tell(() => {
        isConfirmed = true;
      });
    },
    wasSeenConfirmed: () => isConfirmed,
  };
}
