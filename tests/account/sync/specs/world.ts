/**
 * What the steps of a spec act on: one cloud, devices with the real store and engine, manual clocks, and
 * names of notes.
 */
import { randomBytes } from 'node:crypto';
import { AppError } from '#shared/base/error.ts';
import type { NoteContent, NoteFields, NoteId } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import { reportTo } from '#tests/support/log-lines.ts';
import { deriveId } from '#account/tables/derived-id.ts';
import { createSyncEngine, type SyncEngine } from '#account/sync/engine.ts';
import { createLocalNotes, type LocalNotes } from '#account/sync/local-notes.ts';
import { openTestStore, type TestStore, withPush } from '#tests/support/device.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';

export interface SpecDevice extends TestStore {
  readonly clock: ManualClock;
  readonly troubles: string[];
  readonly disk: {
    /** Number of commits that still succeed before the disk is full. */
    commitsLeft: number;
    /** Whether every statement fails. */
    isBroken: boolean;
  };
  readonly engine: SyncEngine;
  readonly notes: LocalNotes;
  /** The app ends and is started again on the same database. */
  restart(): void;
}

export type World = ReturnType<typeof createWorld>;

export function createWorld(sliceSteps?: number) {
  const cloud = createFakeCloud();
  const devices = new Map<string, SpecDevice>();
  const ids = new Map<string, NoteId>();
  const world = {
    cloud,
    /** The contents at the time when a note was opened. */
    opened: new Map<string, NoteContent>(),
    /** Lets the held commit go on. */
    release: (): void => undefined,
    answerChecks: (): void => undefined,
    commitsSeen: 0,
    deviceName: 'one',
    get device(): SpecDevice {
      const existingDevice = devices.get(world.deviceName);
      if (existingDevice !== undefined) return existingDevice;
      const made = createSpecDevice(cloud, sliceSteps);
      devices.set(world.deviceName, made);
      return made;
    },
    /** The id of a note by its name; an unknown name gets a new id. */
    id: (name: string): NoteId => {
      const id = ids.get(name) ?? makeNoteId(randomBytes);
      ids.set(name, id);
      return id;
    },
    name: (name: string, id: NoteId): void => void ids.set(name, id),
    /** The visible fields of a note on the current device; null if there is no note. */
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
  const clock = createManualClock();
  const makeId = (): NoteId => makeNoteId(randomBytes);
  const troubles: string[] = [];
  const disk: SpecDevice['disk'] = { commitsLeft: Infinity, isBroken: false };
  const file = openTestStore(':memory:', (moment) => {
    if (moment === 'commit') disk.commitsLeft -= 1;
    if (disk.isBroken || (moment === 'commit' && disk.commitsLeft < 0))
      throw new AppError('store-full', 'disk-full');
  });
  const { store } = file;
  const open = () =>
    createSyncEngine({
      store,
      remote: cloud.connect(),
      clock,
      deriveId,
      onStoreChange: () => undefined,
      onTrouble: reportTo(troubles),
      sliceSteps,
    });
  let engine: SyncEngine | null = null;
  const current = (): SyncEngine => (engine ??= open());
  const device: SpecDevice = {
    ...file,
    clock,
    troubles,
    disk,
    get engine() {
      return current();
    },
    notes: withPush(createLocalNotes({ store, clock, makeId, deriveId }), () => current().push()),
    restart() {
      current().dispose();
      engine = open();
      engine.start();
    },
    close() {
      current().dispose();
      file.close();
    },
  };
  return device;
}
