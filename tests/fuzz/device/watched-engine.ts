/**
 * An engine whose writes are watched: S12 holds for words that the cloud replaces as well as for those that somebody at the
 * device overwrites.
 */
import type { createSyncEngine } from '#account/sync/engine.ts';
import type { LocalStore } from '#account/sync/ports.ts';
import type { NoteFields, NoteId } from '#shared/note.ts';

export interface StoreWatcher {
  /** A change that is committed now. `after` is null if the note is gone from this device. */
  onChange(id: NoteId, before: NoteFields, after: NoteFields | null): void;
  /** A transaction begins that is not flushed. @returns a function that is called when it has ended */
  onUnflushed(): () => void;
  /** A removal of which nobody knows whether it was done. */
  onUncertainRemoval(id: NoteId): void;
  onRename(from: NoteId, to: NoteId): void;
}

export function watchEngine(create: typeof createSyncEngine, watcher: StoreWatcher): typeof createSyncEngine {
  return (ports) => create({ ...ports, store: watchedStore(ports.store, watcher) });
}

function watchedStore(store: LocalStore, watcher: StoreWatcher): LocalStore {
  /** Reports of the transaction that is under way; null without one. */
  let done: (() => void)[] | null = null;
  let gone: NoteId[] = [];
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
  };
}
