/** The people and devices of one run against the local cloud: the app's own client, in real time. */
import path from 'node:path';
import { systemClock } from '#main/clock.ts';
import { createWorkerRemote } from '#main/cloud/worker-remote.ts';
import type { Clock, RemoteStore } from '#main/sync/ports.ts';
import type { Cloud } from '#tests/cloud/cloud.ts';
import { createDevice, type Device } from '../device.ts';
import { createLedger } from '../ledger.ts';
import type { Person, Report } from '../people.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import { createWrittenNotes } from '../written-notes.ts';
import { createRealCloud } from './real-cloud.ts';
import { openSession, type RealSession } from './session.ts';

export interface RealPerson extends Person {
  readonly session: RealSession;
}

export interface RealWorld extends World {
  readonly cloud: Cloud;
}

/** Back-offs of the engine are for people; here they take a fiftieth of their time. */
const FASTER = 50;
/** Milliseconds that a call may take, far less than the app gives it. */
const CALL_TIMEOUT_MS = 2_000;
const REMOTE_WORKER = path.resolve(import.meta.dirname, '../../../src/main/cloud/remote-worker.ts');
const HOUR_MS = 3_600_000;

export async function createRealPerson(cloud: Cloud, name: string, run: string): Promise<RealPerson> {
  const session = await openSession(cloud, `${name}-${run}`);
  const { uid } = session;
  const own = { ledger: createLedger(name), cloud: createRealCloud(cloud.controls, uid) };
  return { uid, ...own, touched: new Set(), written: createWrittenNotes(), session };
}

export interface RealDeviceSetting {
  readonly cloud: Cloud;
  readonly name: string;
  readonly folder: string;
  readonly people: readonly RealPerson[];
  readonly random: Random;
  readonly report: Report;
}

export function createRealDevice(setting: RealDeviceSetting): Device {
  const { cloud, name, folder, people, random, report } = setting;
  const { firebase } = cloud.config;
  const config = { projectId: firebase.projectId, host: cloud.firestoreHost, caFile: cloud.caFile };
  const skew = random.integer(-5, 5) * HOUR_MS;
  const clock: Clock = {
    now: () => systemClock.now() + skew,
    after: (ms, callback) => systemClock.after(ms / FASTER, callback),
    random: systemClock.random,
  };

  function connect(person: Person): RemoteStore {
    const found = people.find((one) => one === person);
    if (found === undefined) throw new Error(`Nobody is ${person.uid}`);
    const { uid, session } = found;
    const own = { config, uid, tokens: session.tokens, callTimeout: CALL_TIMEOUT_MS };
    const remote = createWorkerRemote({ ...own, entry: REMOTE_WORKER });
    return {
      ...remote,
      commit(writes) {
        found.written.sent(writes);
        return remote.commit(writes);
      },
    };
  }

  const sliceSteps = random.pick([1, 5, 1_000]);
  return createDevice({ name, folder: path.join(folder, name), people, clock, connect, sliceSteps, report });
}
