/** The people, devices and clouds of one simulated run, all in virtual time. */
import type { NoteId, Uid } from '#shared/note/note.ts';
import type { createSyncEngine } from '#account/sync/engine.ts';
import type { Clock } from '#shared/base/clock.ts';
import { reportTo } from '#tests/support/log-lines.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import type { ManualClock } from '#tests/support/manual-clock.ts';
import type { CloudThread } from '#main/account/threads.ts';
import { createDevice, type Device } from '../device.ts';
import { createLedger, type NobodysWords } from '../ledger.ts';
import type { Person, PersonCloud, Report } from '../people.ts';
import { createRandomFor, type Random } from '../random.ts';
import { createWrittenNotes } from '../written-notes.ts';
import { type CloudPort, createReplaceableRemote } from '../device/replaceable-remote.ts';
import { immediateFileJobs } from './file-jobs.ts';
import { malformed } from './malformed.ts';
import { createNetwork, type Network } from './network.ts';
import { createWeather } from './weather.ts';

export interface SimulatedPerson extends Person {
  readonly fake: FakeCloud;
}

export interface SimulatedDevice extends Device {
  readonly network: Network;
  readonly clock: SkewedClock;
}

interface SkewedClock extends Clock {
  /** Milliseconds by which the device's clock is wrong. */
  skew: number;
}

const HOUR_MS = 3_600_000;
/** The first part of the run's randomness for devices. The steps are the parts from 0 on. */
const DEVICE_PART = 10_000;

export function createPerson(name: string, nobodys: NobodysWords): SimulatedPerson {
  const fake = createFakeCloud();
  const cloud: PersonCloud = {
    documents: () => [...fake.documents.values()],
    put: (id, fields, extra) => fake.put(id, fields, extra),
    remove: (id) => fake.remove(id),
    putMalformed(id, text, variety) {
      const { fields, extra } = malformed(text, variety);
      fake.put(id, fields, extra);
    },
  };
  const ledger = createLedger(name, nobodys);
  const personParts = {
    touched: new Set<NoteId>(),
    deleted: new Set<NoteId>(),
    mayExpire: new Set<NoteId>(),
    mayReturn: new Set<NoteId>(),
    unanswered: new Set<NoteId>(),
    mustBeShown: new Set<string>(),
    takenLabels: new Map<NoteId, readonly string[]>(),
    written: createWrittenNotes(),
  };
  return {
    uid: name as Uid,
    ledger,
    cloud,
    ...personParts,
    damaged: false,
    uncertain: false,
    repeated: false,
    fake,
  };
}

export interface DeviceSetting {
  readonly seed: number;
  readonly index: number;
  readonly folder: string;
  readonly people: readonly SimulatedPerson[];
  readonly time: ManualClock;
  readonly report: Report;
  readonly onTrouble: (line: string) => void;
  readonly onOpening: (device: SimulatedDevice, person: Person) => void;
  readonly createEngine?: typeof createSyncEngine | undefined;
}

export function createSimulatedDevice(setting: DeviceSetting): SimulatedDevice {
  const { seed, index, folder, people, time, report, createEngine } = setting;
  const random = createRandomFor(seed, DEVICE_PART + index);
  const clock = createSkewedClock(time, random, report);
  // The network does not depend on the device's clock.
  const network = createNetwork({ ...clock, now: () => time.now() }, random, createWeather(random));
  const name = `device${index}`;
  const device = createDevice({
    name,
    folder,
    people,
    clock,
    report,
    createEngine,
    sliceSteps: random.pick([1, 2, 5, 1_000]),
    createRemote: createReplaceableRemote,
    jobs: immediateFileJobs,
    onTrouble: reportTo({ push: setting.onTrouble }, `${name}: `),
    onOpening: (person) => setting.onOpening(simulated, person),
    startCloud: (person) => startCloud(people, person, network),
  });
  device.trashDays = random.pick([null, 7, 30, 30]);
  const simulated = Object.assign(device, { network, clock });
  return simulated;
}

/** Replaces the cloud's thread, which ends by itself or when the app ends it. */
function startCloud(people: readonly SimulatedPerson[], person: Person, network: Network): CloudThread {
  const found = people.find((one) => one === person);
  if (found === undefined) throw new Error(`There is no person ${person.uid}`);
  const remote = network.connect(found.fake.connect(), {
    onWrites: (writes) => person.written.sent(writes),
    onUnanswered: (writes) => {
      for (const { id } of writes) person.unanswered.add(id);
    },
  });
  const listeners: (() => void)[] = [];
  const accountPort: CloudPort = { remote, onEnd: (listener) => void listeners.push(listener) };
  return {
    accountPort,
    onEnd: (listener) => void listeners.push(listener),
    async end() {
      for (const listener of listeners.splice(0)) listener();
      remote.dispose();
    },
  };
}

/** A device's clock, which may be wrong. Functions of its timers must not throw. */
function createSkewedClock(time: ManualClock, random: Random, report: Report): SkewedClock {
  const clock: SkewedClock = {
    skew: random.integer(-5, 5) * HOUR_MS,
    now: () => time.now() + clock.skew,
    random: () => random.integer(0, 999) / 1_000,
    after: (ms, callback) =>
      time.after(ms, () => {
        try {
          callback();
        } catch (error) {
          report(`a timer threw: ${error instanceof Error ? error.stack : String(error)}`);
        }
      }),
  };
  return clock;
}
