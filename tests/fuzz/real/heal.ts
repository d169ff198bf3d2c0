/**
 * The end of a run against the local cloud: faults end, and all persons sign in on all devices until the
 * checks hold.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { checkNobodysWords, checkPerson } from '../check.ts';
import { distrustFiles } from '../disk/damage-device.ts';
import { waitingEntries } from '../disk/surviving-words.ts';
import { createRandom } from '../random.ts';
import { retryRefused } from '../retry-refused.ts';
import type { RealPerson, RealWorld } from './real-world.ts';

/** The SDK itself backs off for up to a minute after some errors. */
const PATIENCE_MS = 120_000;
const POLL_MS = 15;

export async function healAndCheck(world: RealWorld, finished: () => Promise<void>): Promise<void> {
  const { cloud, devices, people, report } = world;
  for (const device of devices) {
    device.disk.full = false;
    device.disk.troubles.clear();
    device.dialog = null;
  }
  await finished();
  cloud.controls.setTokenTtl(3_600);
  await cloud.controls.clearFaults();
  if (people.some(({ damaged }) => damaged) || devices.some(({ closings }) => closings > 0)) {
    for (const device of devices) {
      // The app trusts a disk only some time after it damaged many files in an hour, or reported errors.
      device.clock.passHours();
      // After an unclean end the app checks every page.
      device.crash();
    }
  }
  for (const person of people as readonly RealPerson[]) {
    for (const device of devices) {
      if (device.person !== null && device.person !== person) await device.signOut(() => world.pause(1));
      if (device.person !== person) distrustFiles(device, person);
      device.signIn(person);
      // A cloud that refused is asked again after a quarter of an hour, unless the person tries again (S8.10).
      device.wake();
    }
    const isAnyAway = (): boolean => devices.some(({ sync }) => sync.phase !== 'live');
    await wait(world, person, isAnyAway);
    for (const device of devices) {
      // After a salvage the first full snapshot confirms the account, and the next drops removed notes.
      if (person.damaged || waitingEntries(device.filesOf(person).folder).length > 0) device.crash();
    }
    let problems: readonly string[] = [];
    await wait(world, person, () => {
      problems = checkPerson(world, person, new Set());
      return problems.length > 0;
    });
    for (const problem of problems) report(problem);
  }
  for (const problem of checkNobodysWords(world)) report(problem);
  for (const device of devices) await device.signOut(() => world.pause(1));
}

/** Waits while this is true, for PATIENCE_MS at most. */
async function wait(world: RealWorld, person: RealPerson, isUnfinished: () => boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await signInWhereExpired(world, person);
    for (const device of world.devices) await retryRefused({ world, device, random: createRandom(1) });
    if (!isUnfinished() || performance.now() > deadline) return;
    await delay(POLL_MS);
  }
}

async function signInWhereExpired({ devices }: RealWorld, person: RealPerson): Promise<void> {
  const isStopped = devices.some(({ sync }) => sync.phase === 'session-expired');
  if (!isStopped && !person.session.expired) return;
  await person.session.signInAgain();
  for (const device of devices) device.signIn(person);
}
