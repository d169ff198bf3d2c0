/**
 * One simulated run: devices with the real store and the real engine, random edits, and every fault that a link can
 * have, in virtual time. Afterwards everything is healed, and what the rules promise must hold.
 */
import type { NoteId, Transition } from '#shared/note.ts';
import { LISTS, TRANSITIONS } from '#shared/note.ts';
import { openDatabase } from '#main/store/open.ts';
import { createNoteStore } from '#main/store/note-store.ts';
import { createViews } from '#main/store/views.ts';
import { createSyncEngine, type SyncEngine } from '#main/sync/engine.ts';
import { createLocalNotes, type LocalNotes } from '#main/sync/local-notes.ts';
import type { Clock } from '#main/sync/ports.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { createFaultyLink, type FaultyLink } from './faulty-link.ts';
import { createLedger, type Ledger, linesOf } from './ledger.ts';
import { createRandom, type Random } from './random.ts';

const STEPS = 60;
const HOUR_MS = 3_600_000;

/** What a start of the app makes anew. */
interface Running {
  readonly link: FaultyLink;
  readonly engine: SyncEngine;
  readonly notes: LocalNotes;
}

interface Device {
  running: Running;
  /** Ids and texts of what is on the screens. */
  shown(): Map<NoteId, string | null>;
  restart(): void;
  close(): void;
}

/** @returns what does not hold; empty where everything does */
export async function simulate(seed: number): Promise<string[]> {
  const random = createRandom(seed);
  const clock = createManualClock();
  const cloud = createFakeCloud();
  const ledger = createLedger();
  const devices = Array.from({ length: random.integer(2, 4) }, () => createDevice(cloud, clock, random));
  try {
    for (let step = 0; step < STEPS; step += 1) {
      act(random, random.pick(devices), cloud, ledger);
      if (random.oneIn(2)) clock.advance(random.integer(1, 5_000));
      await settle(2);
    }
    await heal(devices, clock);
    return check(devices, cloud, ledger);
  } finally {
    for (const device of devices) device.close();
  }
}

function createDevice(cloud: FakeCloud, shared: ManualClock, random: Random): Device {
  const db = openDatabase(':memory:');
  const store = createNoteStore(db);
  const views = createViews(db);
  const skew = random.integer(-5, 5) * HOUR_MS;
  const clock: Clock = {
    now: () => shared.now() + skew,
    after: (ms, callback) => shared.after(ms, callback),
    random: () => shared.random(),
  };
  let count = 0;
  const name = String(random.integer(1, 1e9)).padStart(10, '0');
  const makeId = (): NoteId => {
    count += 1;
    return `device${name}${String(count).padStart(4, '0')}` as NoteId;
  };

  function start(): Running {
    const link = createFaultyLink(cloud.connect(), clock, random);
    const engine = createSyncEngine({
      store,
      remote: link.remote,
      clock,
      makeId,
      onStoreChange: () => undefined,
      onTrouble: () => undefined,
    });
    engine.start();
    const notes = createLocalNotes({ store, clock, makeId, onChange: () => engine.push() });
    return { link, engine, notes };
  }

  const device: Device = {
    running: start(),
    shown: () =>
      new Map(
        LISTS.flatMap((list) => views.page({ list, query: '', offset: 0, limit: 500 }, 0).rows).map(
          ({ id }) => [id, store.read(id)?.local?.text ?? null],
        ),
      ),
    restart() {
      device.running.engine.dispose();
      device.running = start();
    },
    close() {
      device.running.engine.dispose();
      db.close();
    },
  };
  return device;
}

type Action =
  | 'add'
  | 'edit'
  | 'move'
  | 'delete'
  | 'cut'
  | 'down'
  | 'up'
  | 'restart'
  | 'wake'
  | 'raw put'
  | 'raw remove';

const ACTIONS: readonly Action[] = [
  'add',
  'add',
  'edit',
  'edit',
  'edit',
  'edit',
  'move',
  'move',
  'delete',
  'cut',
  'down',
  'up',
  'up',
  'restart',
  'wake',
  'raw put',
  'raw remove',
];

function act(random: Random, device: Device, cloud: FakeCloud, ledger: Ledger): void {
  const action = random.pick(ACTIONS);
  const shown = [...device.shown()];
  const documents = [...cloud.documents.values()];
  switch (action) {
    case 'add':
      device.running.notes.add({ title: '', text: `${ledger.fresh()}\n` });
      return;
    case 'edit': {
      if (shown.length === 0) return;
      const [id, before] = random.pick(shown);
      const after = rewrite(before, random, ledger);
      ledger.replace(before, after);
      device.running.notes.edit(id, { title: '', text: after }, { title: '', text: before ?? '' });
      return;
    }
    case 'move': {
      if (shown.length === 0) return;
      const [id] = random.pick(shown);
      device.running.notes.move(id, random.pick(Object.keys(TRANSITIONS) as Transition[]));
      return;
    }
    case 'delete': {
      if (shown.length === 0) return;
      const [id, text] = random.pick(shown);
      ledger.replace(text, null);
      device.running.notes.deleteForever(id);
      return;
    }
    case 'raw put': {
      if (documents.length === 0) return;
      const { id, fields: before } = random.pick(documents);
      const after = rewrite(before.text, random, ledger);
      ledger.replace(before.text, after);
      cloud.put(id, fields('', after));
      return;
    }
    case 'raw remove': {
      if (documents.length === 0) return;
      const { id, fields: before } = random.pick(documents);
      ledger.replace(before.text, null);
      cloud.remove(id);
      return;
    }
    case 'cut':
      device.running.link.cut();
      return;
    case 'down':
      device.running.link.down = true;
      return;
    case 'up':
      device.running.link.down = false;
      device.running.link.cut();
      return;
    case 'restart':
      device.restart();
      return;
    case 'wake':
      device.running.engine.wake();
      return;
    default:
      throw new Error(`No such action: ${String(action satisfies never)}`);
  }
}

/** The text with a line more, or with one in the place of another. */
function rewrite(text: string | null, random: Random, ledger: Ledger): string {
  const lines = linesOf(text);
  lines.splice(random.integer(0, lines.length), random.integer(0, 1), ledger.fresh());
  return lines.map((line) => `${line}\n`).join('');
}

async function heal(devices: readonly Device[], clock: ManualClock): Promise<void> {
  for (const { running } of devices) {
    const { link } = running;
    link.down = false;
    link.calm = true;
    link.cut();
  }
  for (let round = 0; round < 40; round += 1) {
    for (const { running } of devices) running.engine.wake();
    clock.advance(60_000);
    await settle(4);
  }
}

function check(devices: readonly Device[], cloud: FakeCloud, ledger: Ledger): string[] {
  const documents = new Map([...cloud.documents.values()].map((note) => [note.id, note.fields.text]));
  const problems: string[] = [];
  for (const [index, device] of devices.entries()) {
    const { phase, pending, refused } = device.running.engine.state;
    if (phase !== 'live' || pending + refused > 0) {
      problems.push(`device ${index} is ${phase} with ${pending} pending, ${refused} refused`);
    }
    if (!sameEntries(device.shown(), documents)) problems.push(`device ${index} differs from the cloud`);
  }
  const missing = ledger.missing([...documents.values()].flatMap((text) => text ?? []));
  return missing.length === 0 ? problems : [...problems, `lost: ${missing.join(', ')}`];
}

function sameEntries(one: ReadonlyMap<NoteId, unknown>, two: ReadonlyMap<NoteId, unknown>): boolean {
  return one.size === two.size && [...one].every(([key, value]) => two.has(key) && two.get(key) === value);
}
