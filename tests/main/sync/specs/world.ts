/** What a spec plays in: one cloud, devices with the real store and engine, a clock by hand, and names for notes. */
import { randomBytes } from 'node:crypto';
import { LISTS, type NoteContent, type NoteFields, type NoteId } from '#shared/note.ts';
import { makeNoteId } from '#shared/note-id.ts';
import { MAX_WINDOW } from '#shared/view.ts';
import { createNoteStore } from '#main/store/note-store.ts';
import { openDatabase } from '#main/store/open.ts';
import { createViews } from '#main/store/views.ts';
import { createSyncEngine, type SyncEngine } from '#main/sync/engine.ts';
import { createLocalNotes, type LocalNotes } from '#main/sync/local-notes.ts';
import type { LocalStore } from '#main/sync/ports.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';

export interface SpecDevice {
  readonly store: LocalStore;
  readonly clock: ManualClock;
  readonly troubles: string[];
  /** Transactions that still succeed; the disk is full after them. */
  writesLeft: number;
  readonly engine: SyncEngine;
  readonly notes: LocalNotes;
  /** The app ends and is started again on the same database. */
  restart(): void;
  texts(): string[];
  close(): void;
}

export type World = ReturnType<typeof createWorld>;

export function createWorld(sliceSteps?: number) {
  const cloud = createFakeCloud();
  const devices = new Map<string, SpecDevice>();
  const ids = new Map<string, NoteId>();
  const world = {
    cloud,
    /** Contents that were seen when a note was opened. */
    opened: new Map<string, NoteContent>(),
    /** Lets the commit that is held go on. */
    release: (): void => undefined,
    commitsSeen: 0,
    deviceName: 'one',
    get device(): SpecDevice {
      const known = devices.get(world.deviceName);
      if (known !== undefined) return known;
      const made = createSpecDevice(cloud, sliceSteps);
      devices.set(world.deviceName, made);
      return made;
    },
    /** The id behind a name; an unknown name gets one. */
    id: (name: string): NoteId => {
      const id = ids.get(name) ?? makeNoteId(randomBytes);
      ids.set(name, id);
      return id;
    },
    name: (name: string, id: NoteId): void => void ids.set(name, id),
    /** What a person sees of a note on the present device; null when it is not there. */
    shown: (name: string): NoteFields | null => world.device.store.read(world.id(name))?.local ?? null,
    content: (name: string): NoteContent => {
      const { title, text } = world.shown(name) ?? { title: '', text: '' };
      return { title: title ?? '', text: text ?? '' };
    },
    close(): void {
      for (const device of devices.values()) device.close();
    },
  };
  return world;
}

function createSpecDevice(cloud: ReturnType<typeof createFakeCloud>, sliceSteps?: number): SpecDevice {
  const db = openDatabase(':memory:');
  const views = createViews(db);
  const clock = createManualClock();
  const makeId = (): NoteId => makeNoteId(randomBytes);
  const troubles: string[] = [];
  const real = createNoteStore(db);
  const store: LocalStore = {
    ...real,
    transaction: (work) =>
      real.transaction(() => {
        const result = work();
        device.writesLeft -= 1;
        if (device.writesLeft < 0) throw new Error('the disk is full');
        return result;
      }),
  };
  const open = () =>
    createSyncEngine({
      store,
      remote: cloud.connect(),
      clock,
      makeId,
      onStoreChange: () => undefined,
      onTrouble: (message) => troubles.push(message),
      ...(sliceSteps === undefined ? {} : { sliceSteps }),
    });
  let engine: SyncEngine | null = null;
  const current = (): SyncEngine => (engine ??= open());
  const device: SpecDevice = {
    store,
    clock,
    troubles,
    writesLeft: Infinity,
    get engine() {
      return current();
    },
    notes: createLocalNotes({ store, clock, makeId, onChange: () => current().push() }),
    restart() {
      current().dispose();
      engine = open();
      engine.start();
    },
    texts: () =>
      LISTS.flatMap((list) =>
        views.page({ list, query: '', offset: 0, limit: MAX_WINDOW }, 0).rows.map(({ excerpt }) => excerpt),
      ),
    close() {
      current().dispose();
      db.close();
    },
  };
  return device;
}
