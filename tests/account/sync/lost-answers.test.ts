/**
 * A model of two devices. The first does something and loses the answer, before or after the push reached
 * the cloud. Then both devices act, in every order, and the first one is started again. The end must be the
 * one that follows if the answer had not been lost, except where the cloud cannot tell the two apart: those
 * ends are written down here.
 */
import { describe, expect, test } from 'vitest';
import { createSyncEngine, type SyncEngine } from '#account/sync/engine.ts';
import { createLocalNotes, type LocalNotes } from '#account/sync/local-notes.ts';
import { deriveId } from '#account/tables/derived-id.ts';
import type { FieldsChange } from '#shared/note/note-change.ts';
import { shownLabels } from '#shared/note/labels.ts';
import { contentOf, type NoteFields, type NoteId, TRANSITIONS } from '#shared/note/note.ts';
import { openTestStore, type TestStore } from '#tests/support/device.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { settle } from '#tests/support/settle.ts';

const ID = 'the-note' as NoteId;
const COPY = 'a-copy' as NoteId;

const CHANGES = {
  pin: { isPinned: true },
  unpin: { isPinned: false },
  label: { addLabels: ['work'] },
  unlabel: { removeLabels: ['home', 'work'] },
  red: { color: 'RED' },
  blue: { color: 'BLUE' },
  archive: TRANSITIONS.archive,
  unarchive: TRANSITIONS.unarchive,
  trash: TRANSITIONS.trash,
  restore: TRANSITIONS.restore,
} as const satisfies Record<string, FieldsChange['to']>;
type Act = keyof typeof CHANGES | 'create' | 'continue' | 'rewrite' | 'remove';

/** The acts that touch the same part of a note, so that one can take the other back. */
const PARTS: readonly (readonly Act[])[] = [
  ['pin', 'unpin'],
  ['label', 'unlabel'],
  ['red', 'blue'],
  ['archive', 'unarchive', 'trash', 'restore'],
  ['continue', 'rewrite'],
];

/** How the pushes of the first device end before it is closed. */
type Outcome = 'answered' | 'not-sent' | 'arrived' | 'lost' | 'lost-then-arrived';

interface Scene {
  readonly act: Act;
  readonly outcome: Outcome;
  readonly later: readonly { readonly by: 'first' | 'second'; readonly act: Act }[];
}

interface Device {
  readonly file: TestStore;
  readonly clock: ManualClock;
  readonly notes: LocalNotes;
  engine: SyncEngine | null;
}

function createDevice(): Device {
  const file = openTestStore();
  const clock = createManualClock();
  let copies = 0;
  const makeId = (): NoteId => {
    copies += 1;
    return `${COPY}-${copies}` as NoteId;
  };
  return {
    file,
    clock,
    notes: createLocalNotes({ store: file.store, clock, makeId, deriveId }),
    engine: null,
  };
}

function open(device: Device, cloud: FakeCloud): void {
  device.engine = createSyncEngine({
    store: device.file.store,
    remote: cloud.connect(),
    clock: device.clock,
    deriveId,
    onStoreChange: () => undefined,
    onTrouble: () => undefined,
  });
  device.engine.start();
}

function close(device: Device): void {
  device.engine?.dispose();
  device.engine = null;
}

function perform(device: Device, act: Act): void {
  const { notes, file, engine } = device;
  const shown = file.store.read(ID)?.local ?? null;
  if (act === 'create') {
    const marks = { isPinned: true, color: 'RED', addLabels: ['home'] };
    notes.add({ title: 'list', text: 'milk', marks }, ID);
  } else if (shown === null) return;
  else if (act === 'continue') edit(notes, shown, `${shown.text ?? ''} and eggs`);
  else if (act === 'rewrite') edit(notes, shown, 'tea');
  else if (act === 'remove') {
    notes.change(ID, { to: TRANSITIONS.trash });
    notes.deleteForever(ID);
  } else notes.change(ID, { to: CHANGES[act] });
  engine?.push();
}

function edit(notes: LocalNotes, shown: NoteFields, text: string): void {
  notes.edit(ID, { ...contentOf(shown), text }, contentOf(shown));
}

interface End {
  /** What each of the three shows at the end. */
  readonly first: readonly string[];
  readonly second: readonly string[];
  readonly cloud: readonly string[];
  /** What the first device showed before it was started again. */
  readonly before: readonly string[];
}

async function play({ act, outcome, later }: Scene): Promise<End> {
  const cloud = createFakeCloud();
  const [first, second] = [createDevice(), createDevice()];
  try {
    open(first, cloud);
    open(second, cloud);
    await settle();
    if (act !== 'create') {
      first.notes.add({ title: 'list', text: 'milk' }, ID);
      first.engine?.push();
      await settle();
    }
    if (outcome === 'not-sent') close(first);
    else if (outcome !== 'answered') {
      cloud.silent = true;
      cloud.faultNextCommit(
        outcome === 'arrived'
          ? { kind: 'lose-answer' }
          : { kind: 'fail', failure: { kind: 'wait', reason: 'cloud-client-failed' } },
      );
    }
    perform(first, act);
    await settle();
    if (outcome === 'lost-then-arrived') {
      cloud.faultNextCommit({ kind: 'lose-answer' });
      first.engine?.wake();
      await settle();
    }
    close(first);
    cloud.catchUp();
    await settle();
    for (const { by, act: laterAct } of later) {
      perform(by === 'first' ? first : second, laterAct);
      await settle();
    }
    const before = shownBy(first);
    open(first, cloud);
    for (let time = 0; time < 4; time += 1) {
      await settle();
      first.clock.advance(60_000);
      second.clock.advance(60_000);
    }
    await settle();
    expect(first.engine?.state).toMatchObject({ phase: 'live', pending: 0 });
    const documents = [...cloud.documents.values()].map(({ id, fields }) => describeNote(id, fields));
    return { first: shownBy(first), second: shownBy(second), cloud: documents.toSorted(), before };
  } finally {
    for (const device of [first, second]) {
      close(device);
      device.file.close();
    }
  }
}

function shownBy({ file }: Device): string[] {
  const ids = file.connection.prepare<[], { id: NoteId }>('SELECT id FROM notes').all();
  return ids
    .flatMap(({ id }) => {
      const local = file.store.read(id)?.local ?? null;
      return local === null ? [] : [describeNote(id, local)];
    })
    .toSorted();
}

function describeNote(
  id: NoteId,
  { text, isArchived, isDeleted, isPinned, color, labels }: NoteFields,
): string {
  const marks = [
    isArchived && 'archived',
    isDeleted && 'trashed',
    isPinned === true && 'pinned',
    typeof color === 'string' && color !== 'DEFAULT' && color,
    ...shownLabels(labels).toSorted(),
  ];
  return [id === ID ? 'note' : 'copy', text, ...marks.filter((mark) => mark !== false)].join(', ');
}

const LOST: readonly Act[] = ['create', 'continue', 'pin', 'label', 'red', 'archive', 'trash'];
const LATER_FIRST: readonly Act[] = ['continue', 'archive', 'unpin', 'blue'];
const LATER_SECOND: readonly Act[] = [
  ...(['pin', 'unpin', 'label', 'unlabel', 'blue', 'archive', 'unarchive', 'trash', 'restore'] as const),
  ...(['continue', 'rewrite', 'remove'] as const),
];

/** Whether the cloud cannot tell an edit that arrived and was taken back from one that never arrived. */
function isUnknowable(act: Act, by: Act): boolean {
  if (by === 'remove') return true;
  if (act === 'create' || (act === 'continue' && by === 'continue')) return false;
  return PARTS.some((part) => part.includes(act) && part.includes(by));
}

function orders(by: Act): Scene['later'][] {
  const second = { by: 'second', act: by } as const;
  return [
    [second],
    ...LATER_FIRST.flatMap((act) => {
      const first = { by: 'first', act } as const;
      return [
        [first, second],
        [second, first],
      ];
    }),
  ];
}

/** Only creations and words are sent differently if an earlier try was lost. */
function outcomesOf(act: Act): readonly Outcome[] {
  const isSentAgain = act === 'create' || act === 'continue';
  return ['arrived', 'lost', ...(isSentAgain ? (['lost-then-arrived'] as const) : [])];
}

const toldEnds = new Map<string, Promise<End>>();

/** The end if each push is answered, or not sent at all. */
function toldEnd(scene: Scene): Promise<End> {
  const key = JSON.stringify(scene);
  const end = toldEnds.get(key) ?? play(scene);
  toldEnds.set(key, end);
  return end;
}

describe.each(LOST)('[S7.7] [S7.8] the answer to “%s” is lost', (act) => {
  test.each(LATER_SECOND)('and another device does “%s”', async (by) => {
    for (const later of orders(by)) {
      for (const outcome of outcomesOf(act)) {
        const scene = { act, outcome, later };
        const end = await play(scene);
        const name = JSON.stringify(scene);
        expect(end.second, name).toEqual(end.first);
        expect(end.cloud, name).toEqual(end.first);
        // If both do the same, the cloud shows what the lost push would have left, so that it counts as arrived.
        const told = outcome === 'lost' ? 'not-sent' : 'answered';
        if (told === 'not-sent' ? act !== by : !isUnknowable(act, by))
          expect(end, name).toEqual(await toldEnd({ act, outcome: told, later }));
      }
    }
  });
});

/** The ends that are chosen where nothing can be known: the act of the first device stands, and no word is lost. */
describe('[S7.8] a change that another device took back before its answer arrived', () => {
  test.each<[Act, Act, string[]]>([
    ['pin', 'unpin', ['note, milk, pinned']],
    ['label', 'unlabel', ['note, milk, work']],
    ['red', 'blue', ['note, milk, RED']],
    ['archive', 'unarchive', ['note, milk, archived']],
    ['trash', 'restore', ['note, milk, trashed']],
    ['continue', 'rewrite', ['copy, milk and eggs', 'note, tea']],
    ['pin', 'remove', ['note, milk, pinned']],
    ['create', 'remove', ['note, milk, pinned, RED, home']],
  ])('“%s”, then “%s”', async (act, by, notes) => {
    const end = await play({ act, outcome: 'arrived', later: [{ by: 'second', act: by }] });
    expect(end.first).toEqual(notes);
    expect(end.cloud).toEqual(notes);
  });
});
