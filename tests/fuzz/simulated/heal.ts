/**
 * The end of a simulated run: everything that was broken works again, everybody comes back to every device, and time
 * passes until nothing moves any more. Nothing is woken: what the engine promises to try again it tries by itself.
 */
import { settle } from '#tests/support/settle.ts';
import type { ManualClock } from '#tests/support/manual-clock.ts';
import { checkPerson } from '../check.ts';
import { retryRefused } from '../retry-refused.ts';
import type { World } from '../world.ts';
import type { SimulatedDevice, SimulatedPerson } from './simulated-world.ts';

const ROUND_MS = 30_000;
const MOST_ROUNDS = 60;
/** Nothing moved for so many rounds: longer than the longest back-off. */
const ROUNDS_AT_REST = 3;

type SimulatedWorld = World<SimulatedDevice> & { readonly time: ManualClock };

export async function healAndCheck(world: SimulatedWorld, finished: () => Promise<void>): Promise<void> {
  const { devices, people, report } = world;
  for (const device of devices) {
    device.network.weather.calm = true;
    device.network.weather.down = false;
    device.network.cut();
    Object.assign(device.disk, { full: false, failures: 0 });
    device.dialog = null;
  }
  await finished();
  for (const person of people as readonly SimulatedPerson[]) {
    await gather(world, person, finished);
    await rest(world);
    for (const { name, account } of devices) {
      const pending = account?.store.counts().pending ?? 0;
      if (pending > 0) report(`[S8] ${name}: ${pending} notes wait although none of them is refused`);
    }
    person.fake.poisoned.clear();
    for (const { account } of devices) {
      if (account !== null) retryRefused(account, world.expected?.get(person));
    }
    await rest(world);
    const late = new Set(devices.flatMap(({ network }) => [...network.createdLate]));
    for (const problem of checkPerson(world, person, late)) report(problem);
  }
  for (const device of devices) world.background(device.signOut(() => world.pause(1)));
  await finished();
}

/** Everybody who is somebody else leaves, and this person comes in everywhere. */
async function gather(
  { devices, background, pause }: SimulatedWorld,
  person: SimulatedPerson,
  finished: () => Promise<void>,
): Promise<void> {
  for (const device of devices) {
    if (device.account !== null && device.account.person !== person)
      background(device.signOut(() => pause(100)));
  }
  await finished();
  for (const device of devices) {
    device.network.weather.revoked = false;
    device.signIn(person);
  }
}

async function rest({ devices, people, time }: SimulatedWorld): Promise<void> {
  const isAtRest = (): boolean =>
    devices.every(({ account, network }) => {
      if (account === null) return true;
      const { phase, pending } = account.engine.state;
      return phase === 'live' && pending === 0 && network.underWay === 0;
    });
  const versions = (): string =>
    JSON.stringify((people as readonly SimulatedPerson[]).map(({ fake }) => fake.commits.length));
  let resting = 0;
  for (let round = 0; round < MOST_ROUNDS && resting < ROUNDS_AT_REST; round += 1) {
    const before = versions();
    time.advance(ROUND_MS);
    await settle(2);
    for (const device of devices) {
      const { account } = device;
      // A person is told, and signs in again.
      if (account?.engine.state.phase === 'session-expired') device.signIn(account.person);
    }
    resting = isAtRest() && versions() === before ? resting + 1 : 0;
  }
}
