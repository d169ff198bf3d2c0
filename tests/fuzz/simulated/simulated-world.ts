/** The people, devices and clouds of one simulated run, all in virtual time. */
import type { Uid } from '#shared/note.ts';
import type { createSyncEngine } from '#main/sync/engine.ts';
import type { Clock } from '#main/sync/ports.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import type { ManualClock } from '#tests/support/manual-clock.ts';
import { createDevice, type Device } from '../device.ts';
import { createLedger } from '../ledger.ts';
import type { Person, PersonCloud, Report } from '../people.ts';
import { createRandomFor, type Random } from '../random.ts';
import { createWrittenNotes } from '../written-notes.ts';
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
/** Parts of the run's randomness; its steps are the numbers from 0 on. */
const DEVICE_PART = 10_000;

export function createPerson(name: string): SimulatedPerson {
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
  const ledger = createLedger(name);
  return { uid: name as Uid, ledger, cloud, touched: new Set(), written: createWrittenNotes(), fake };
}

export interface DeviceSetting {
  readonly seed: number;
  readonly index: number;
  readonly folder: string;
  readonly people: readonly SimulatedPerson[];
  readonly time: ManualClock;
  readonly report: Report;
  readonly createEngine?: typeof createSyncEngine | undefined;
}

export function createSimulatedDevice(setting: DeviceSetting): SimulatedDevice {
  const { seed, index, folder, people, time, report, createEngine } = setting;
  const random = createRandomFor(seed, DEVICE_PART + index);
  const clock = createSkewedClock(time, random, report);
  // The network does not go by the device's clock.
  const network = createNetwork({ ...clock, now: () => time.now() }, random, createWeather(random));
  const device = createDevice({
    name: `device${index}`,
    folder,
    people,
    clock,
    report,
    createEngine,
    sliceSteps: random.pick([1, 2, 5, 1_000]),
    connect: (person) => network.connect(cloudOf(person).connect(), (writes) => person.written.sent(writes)),
  });
  function cloudOf(person: Person): FakeCloud {
    const found = people.find((one) => one === person);
    if (found === undefined) throw new Error(`Nobody is ${person.uid}`);
    return found.fake;
  }
  return Object.assign(device, { network, clock });
}

/** A device's clock: it goes wrong, and what it runs must not throw. */
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
          report(`a timer threw: ${String(error)}`);
        }
      }),
  };
  return clock;
}
