/** The end of a run against the local cloud: no faults any more, and everybody comes back until all is as it should be. */
import { setTimeout as delay } from 'node:timers/promises';
import { checkPerson } from '../check.ts';
import { retryRefused } from '../retry-refused.ts';
import type { RealPerson, RealWorld } from './real-world.ts';

/** The SDK itself backs off for up to a minute after some errors. */
const PATIENCE_MS = 120_000;
const POLL_MS = 15;

export async function healAndCheck(world: RealWorld, finished: () => Promise<void>): Promise<void> {
  const { cloud, devices, people, report } = world;
  for (const device of devices) {
    Object.assign(device.disk, { full: false, failures: 0 });
    device.dialog = null;
  }
  await finished();
  cloud.controls.setTokenTtl(3_600);
  await cloud.controls.clearFaults();
  for (const person of people as readonly RealPerson[]) {
    for (const device of devices) {
      if (device.account !== null && device.account.person !== person)
        await device.signOut(() => world.pause(1));
      device.signIn(person);
    }
    for (const problem of await untilHealed(world, person)) report(problem);
  }
  for (const device of devices) await device.signOut(() => world.pause(1));
}

/** @returns what still does not hold when patience is at its end */
async function untilHealed(world: RealWorld, person: RealPerson): Promise<readonly string[]> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await signInWhereExpired(world, person);
    for (const { account } of world.devices) if (account !== null) retryRefused(account, undefined);
    const problems = checkPerson(world, person, new Set());
    if (problems.length === 0 || performance.now() > deadline) return problems;
    await delay(POLL_MS);
  }
}

async function signInWhereExpired({ devices }: RealWorld, person: RealPerson): Promise<void> {
  const isStopped = devices.some(({ account }) => account?.engine.state.phase === 'session-expired');
  if (!isStopped && !person.session.expired) return;
  await person.session.signInAgain();
  for (const device of devices) device.signIn(person);
}
