/**
 * The end of a simulated run: everything broken works again, each person returns to every device, and time
 * passes until nothing changes any more. No device is woken, because the engine must retry by itself.
 */
import type { ManualClock } from '#tests/support/manual-clock.ts';
import { checkNobodysWords, checkPerson } from '../check.ts';
import { distrustFiles } from '../disk/damage-device.ts';
import { waitingEntries } from '../disk/surviving-words.ts';
import { createRandom } from '../random.ts';
import { retryRefused } from '../retry-refused.ts';
import type { World } from '../world.ts';
import { pass } from './passing-time.ts';
import type { SimulatedDevice, SimulatedPerson } from './simulated-world.ts';

const ROUND_MS = 30_000;
const MOST_ROUNDS = 60;
const HOURS_MS = 2 * 3_600_000;
/**
 * A run is at rest after this many rounds without a change, which exceed the longest back-off.
 */
const ROUNDS_AT_REST = 3;

export interface SimulatedWorld extends World<SimulatedDevice> {
  readonly time: ManualClock;
  /** Lets this many milliseconds pass after the step. */
  passLater(ms: number): void;
}

export async function healAndCheck(world: SimulatedWorld, finished: () => Promise<void>): Promise<void> {
  const { devices, people, report } = world;
  for (const device of devices) {
    device.network.weather.calm = true;
    device.network.weather.down = false;
    device.network.cut();
    device.disk.full = false;
    device.disk.power = null;
    device.disk.troubles.clear();
    device.dialog = null;
  }
  await finished();
  if (people.some(({ damaged }) => damaged) || devices.some(({ closings }) => closings > 0)) {
    // After an unclean end the app checks every page. The hourly work finds the remaining damage.
    for (const device of devices) device.crash();
    await pass(world.time, HOURS_MS);
  }
  for (const person of people as readonly SimulatedPerson[]) {
    await gather(world, person, finished);
    await rest(world);
    for (const { name, sync } of devices) {
      if (sync.pending > 0)
        report(`[S8] ${name}: ${sync.pending} notes wait although none of them is refused`);
    }
    person.fake.poisoned.clear();
    // Words that were typed while the account could not take them become drafts at its next opening.
    for (const device of devices)
      if (waitingEntries(device.filesOf(person).folder).length > 0) device.crash();
    await rest(world);
    for (const device of devices) {
      // After a salvage the first full snapshot confirms the account, and the next drops removed notes.
      device.network.cut();
      world.background(retryRefused({ world, device, random: createRandom(1) }));
    }
    await finished();
    await rest(world);
    const late = new Set(devices.flatMap(({ network }) => [...network.hiddenCreations]));
    for (const problem of checkPerson(world, person, late)) report(problem);
  }
  for (const problem of checkNobodysWords(world)) report(problem);
  for (const device of devices) world.background(device.signOut(() => world.pause(1)));
  await finished();
}

/** Signs all other persons out, and this person in on every device. */
async function gather(
  { devices, background, pause }: SimulatedWorld,
  person: SimulatedPerson,
  finished: () => Promise<void>,
): Promise<void> {
  for (const device of devices) {
    if (device.person !== null && device.person !== person) background(device.signOut(() => pause(100)));
  }
  await finished();
  for (const device of devices) {
    device.network.weather.revoked = false;
    if (device.person !== person) distrustFiles(device, person);
    device.signIn(person);
  }
}

async function rest({ devices, people, time }: SimulatedWorld): Promise<void> {
  const isAtRest = (): boolean =>
    devices.every(({ person, sync, network }) => {
      if (person === null) return true;
      return sync.phase === 'live' && sync.pending === 0 && network.underWay === 0;
    });
  const versions = (): string =>
    JSON.stringify((people as readonly SimulatedPerson[]).map(({ fake }) => fake.commits.length));
  let resting = 0;
  for (let round = 0; round < MOST_ROUNDS && resting < ROUNDS_AT_REST; round += 1) {
    const before = versions();
    await pass(time, ROUND_MS);
    for (const device of devices) {
      // The app tells the person, who signs in again.
      if (device.person !== null && device.sync.phase === 'session-expired') device.signIn(device.person);
    }
    resting = isAtRest() && versions() === before ? resting + 1 : 0;
  }
}
