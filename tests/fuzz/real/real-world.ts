/** The people and devices of one run against the local cloud: the app's own client, in real time. */
import path from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { createRemote } from '#account/remote.ts';
import { createFileJobs } from '#account/upkeep/file-jobs.ts';
import type { CloudThread } from '#main/account/threads.ts';
import { startCloudThread } from '#main/account/threads.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { Report as WriteLog } from '#shared/base/log.ts';
import type { Cloud } from '@inkling/local-cloud/cloud.ts';
import { DIRECT } from '#tests/support/direct-network.ts';
import { createDevice, type Device } from '../device.ts';
import type { ThreadRemote } from '../device/account-thread.ts';
import { createLedger, type NobodysWords } from '../ledger.ts';
import type { Person, Report } from '../people.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import { createWrittenNotes } from '../written-notes.ts';
import { createDeviceClock, type DeviceClock } from './device-clock.ts';
import { createRealCloud } from './real-cloud.ts';
import { openSession, type RealSession } from './session.ts';

export interface RealPerson extends Person {
  readonly session: RealSession;
}

export interface RealWorld extends World<RealDevice> {
  readonly cloud: Cloud;
}

/** Milliseconds that a call may take, far fewer than in the app. */
const CALL_TIMEOUT_MS = 2_000;
const SOURCES = path.resolve(import.meta.dirname, '../../../src');

export async function createRealPerson(
  cloud: Cloud,
  name: string,
  run: string,
  nobodys: NobodysWords,
): Promise<RealPerson> {
  const session = await openSession(cloud, `${name}-${run}`);
  const { uid } = session;
  const personParts = { ledger: createLedger(name, nobodys), cloud: createRealCloud(cloud.controls, uid) };
  const notes = {
    touched: new Set<NoteId>(),
    deleted: new Set<NoteId>(),
    mayExpire: new Set<NoteId>(),
    mayReturn: new Set<NoteId>(),
    unanswered: new Set<NoteId>(),
    mustBeShown: new Set<string>(),
    takenLabels: new Map<NoteId, readonly string[]>(),
    written: createWrittenNotes(),
  };
  return { uid, ...personParts, ...notes, damaged: false, uncertain: false, repeated: false, session };
}

export interface RealDeviceSetting {
  readonly cloud: Cloud;
  readonly name: string;
  readonly folder: string;
  readonly people: readonly RealPerson[];
  readonly random: Random;
  readonly report: Report;
  readonly onOpening: (device: Device, person: Person) => void;
  readonly onTrouble: WriteLog;
}

export interface RealDevice extends Device {
  readonly clock: DeviceClock;
}

export function createRealDevice(setting: RealDeviceSetting): RealDevice {
  const { cloud, name, folder, people, random, report, onOpening, onTrouble } = setting;
  const { firebase } = cloud.config;
  const config = { projectId: firebase.projectId, host: cloud.firestoreHost, caFile: cloud.caFile };
  const clock = createDeviceClock(random);
  const connected = new WeakMap<object, Person>();

  function startCloud(person: Person): CloudThread {
    const found = people.find((one) => one === person);
    if (found === undefined) throw new Error(`There is no person ${person.uid}`);
    const { uid, session } = found;
    const setup = { config, uid, callTimeout: CALL_TIMEOUT_MS };
    const thread = startCloudThread(
      path.join(SOURCES, 'cloud/worker.ts'),
      setup,
      { ...session.tokens, ...DIRECT },
      { onTrouble, countLines: () => undefined },
    );
    connected.set(thread.accountPort, found);
    return thread;
  }

  /** The app's own remote, whose writes are recorded. */
  function createSeenRemote(): ThreadRemote {
    const remote = createRemote();
    let person: Person | undefined;
    return {
      remote: {
        ...remote,
        commit(writes) {
          person?.written.sent(writes);
          return remote.commit(writes);
        },
      },
      connect(port: MessagePort) {
        person = connected.get(port);
        remote.connect(port);
      },
      disconnect: () => remote.dispose(),
    };
  }

  const device = createDevice({
    name,
    folder: path.join(folder, name),
    people,
    clock,
    startCloud,
    createRemote: createSeenRemote,
    jobs: () => createFileJobs(path.join(SOURCES, 'account/upkeep/file-worker.ts')),
    onOpening: (person) => onOpening(device, person),
    onTrouble,
    sliceSteps: random.pick([1, 5, 1_000]),
    report,
  });
  device.trashDays = random.pick([null, 7, 30]);
  return Object.assign(device, { clock });
}
