/** One account that is open on a device: the real database, store, engine and actions, wired as the app wires them. */
import type { NoteContent, NoteFields, NoteId } from '#shared/note.ts';
import { MAX_WINDOW } from '#shared/view.ts';
import { createDrafts, type Drafts } from '#main/store/drafts.ts';
import { createNoteStore } from '#main/store/note-store.ts';
import { openDatabase } from '#main/store/open.ts';
import { createRemovedNotes } from '#main/store/removed-notes.ts';
import type { createSyncEngine, SyncEngine } from '#main/sync/engine.ts';
import { createLocalNotes, type LocalNotes } from '#main/sync/local-notes.ts';
import type { Clock, LocalStore, RemoteStore } from '#main/sync/ports.ts';
import { createFailingStore, type Disk } from './failing-store.ts';
import type { Person } from './people.ts';

export interface DeviceAccount {
  readonly uid: Person['uid'];
  readonly person: Person;
  readonly store: LocalStore;
  readonly notes: LocalNotes;
  readonly engine: SyncEngine;
  readonly drafts: Drafts;
  /** What is on the screens, newest first. */
  readonly shown: () => readonly ShownNote[];
  /** What other clients removed and this device can still bring back. */
  readonly removed: () => readonly NoteId[];
  close(): void;
}

export interface ShownNote {
  readonly id: NoteId;
  readonly fields: NoteFields;
}

export interface DeviceAccountPorts {
  readonly person: Person;
  /** Path of the database. */
  readonly file: string;
  readonly disk: Disk;
  readonly remote: RemoteStore;
  readonly clock: Clock;
  readonly makeId: () => NoteId;
  /** Notes that the engine reads or writes without a pause. */
  readonly sliceSteps: number;
  readonly createEngine: typeof createSyncEngine;
}

export function openDeviceAccount(ports: DeviceAccountPorts): DeviceAccount {
  const { person, file, disk, remote, clock, makeId, sliceSteps, createEngine } = ports;
  const db = openDatabase(file);
  const store = createFailingStore(createNoteStore(db), disk);
  // All lists at once, and no more of each note than is asked for here: it is asked for in every step.
  const shownIds = db.prepare<[], { id: NoteId }>('SELECT id FROM notes WHERE list < 3 ORDER BY key DESC');
  const removed = createRemovedNotes(db);
  const quiet = (): void => undefined;
  const told = { onStoreChange: quiet, onTrouble: quiet };
  const engine = createEngine({ store, remote, clock, makeId, sliceSteps, ...told });
  return {
    uid: person.uid,
    person,
    store,
    engine,
    drafts: createDrafts(db),
    notes: createLocalNotes({ store, clock, makeId, onChange: () => engine.push() }),
    shown: () =>
      shownIds.all().flatMap(({ id }) => {
        const fields = store.read(id)?.local ?? null;
        return fields === null ? [] : [{ id, fields }];
      }),
    removed: () => removed.page(0, MAX_WINDOW).rows.map(({ id }) => id),
    close() {
      engine.dispose();
      db.close();
    },
  };
}

/** The fields as a dialog shows them. */
export function contentOf({ title, text }: NoteFields): NoteContent {
  return { title: title ?? '', text: text ?? '' };
}
