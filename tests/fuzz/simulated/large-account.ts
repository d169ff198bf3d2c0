/**
 * The start of some runs: an account of hundreds of notes with backups of several ages, even from the future.
 */
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import type { NoteId } from '#shared/note/note.ts';
import { rememberFiles } from '../disk/damage-device.ts';
import type { Random } from '../random.ts';
import { freshContent } from '../rewrite.ts';
import { add } from '../steps/notes.ts';
import type { SimulatedWorld } from './heal.ts';
import { pass } from './passing-time.ts';
import type { SimulatedDevice, SimulatedPerson } from './simulated-world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The device's clock at each backup, minus the true time. */
const SKEWS = [-365 * DAY_MS, -40 * DAY_MS, 0, 0, 40 * DAY_MS, 3_650 * DAY_MS];

/** Must be called before the first sign-in. */
export function fillCloud({ cloud, ledger }: SimulatedPerson, random: Random): void {
  const count = random.integer(600, 2_000);
  for (let number = 1; number <= count; number += 1) {
    const content = freshContent(random, ledger);
    ledger.recordCommit(null, content);
    cloud.put(`begun${number}` as NoteId, { ...NO_FIELDS, ...content }, {});
  }
}

/**
 * Must be called once the person has signed in. Copies a state of the files, for damage that restores it.
 */
export async function makeBackups(
  world: SimulatedWorld,
  device: SimulatedDevice,
  person: SimulatedPerson,
  random: Random,
): Promise<void> {
  const { weather } = device.network;
  weather.calm = true;
  await pass(world.time, 3 * HOUR_MS);
  rememberFiles(device, person);
  for (let count = random.integer(1, 3); count > 0; count -= 1) {
    device.clock.skew = random.pick(SKEWS);
    await Promise.all([add({ world, device, random }), pass(world.time, 3 * HOUR_MS)]);
    if (random.oneIn(2)) rememberFiles(device, person);
  }
  weather.calm = false;
}
