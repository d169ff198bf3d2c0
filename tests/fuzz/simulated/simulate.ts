/**
 * One simulated run: devices with the real store, engine and accounts, random steps, and every fault that a network, a
 * disk and a session can have, in virtual time. Afterwards everything is healed, and what the rules promise must hold. A
 * seed gives the same run every time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { createSyncEngine } from '#main/sync/engine.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { settle } from '#tests/support/settle.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { createRandomFor } from '../random.ts';
import type { Run } from '../run.ts';
import type { World } from '../world.ts';
import { healAndCheck } from './heal.ts';
import { createPerson, createSimulatedDevice, type SimulatedDevice } from './simulated-world.ts';
import { STEPS, STEPS_ALONE } from './steps.ts';

export interface SimulationOptions {
  /** Steps that are left out, by number from 0. */
  readonly without?: ReadonlySet<number>;
  /** Another engine, to see that the run fails where it breaks a rule. */
  readonly createEngine?: typeof createSyncEngine;
}

export const STEP_COUNT = 60;
/** Parts of the run's randomness beside the steps, which are the numbers from 0 on. */
const SETTING_PART = 20_000;

export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Run> {
  const { without = new Set(), createEngine } = options;
  const random = createRandomFor(seed, SETTING_PART);
  const folder = mkdtempSync(path.join(scratchFolder(), 'inkling-fuzz-'));
  const time = createManualClock();
  const problems = new Set<string>();
  const report = (problem: string): void => void problems.add(problem);
  const people = (random.oneIn(3) ? ['ada', 'ben'] : ['ada']).map(createPerson);
  const alone = random.oneIn(4);
  const steps: string[] = [];
  const working = new Set<Promise<void>>();

  async function finished(): Promise<void> {
    while (working.size > 0) {
      time.advance(500);
      await settle(1);
    }
  }

  const setting = { seed, folder, people, time, report, createEngine };
  const devices = Array.from({ length: alone ? 1 : random.integer(2, 4) }, (_, index) =>
    createSimulatedDevice({ ...setting, index, folder: path.join(folder, String(index)) }),
  );
  const world: World<SimulatedDevice> & { time: typeof time } = {
    people,
    devices,
    time,
    report,
    expected: alone ? new Map(people.map((person) => [person, new Map()])) : null,
    background(work) {
      const done = work
        .catch((error: unknown) => report(`something failed in the background: ${String(error)}`))
        .finally(() => working.delete(done));
      working.add(done);
    },
    pause: (ms) =>
      new Promise((resolve) => {
        time.after(ms, resolve);
      }),
  };
  try {
    for (const device of devices) device.signIn(random.pick(people));
    for (let number = 0; number < STEP_COUNT; number += 1) {
      if (without.has(number)) continue;
      const own = createRandomFor(seed, number);
      const device = own.pick(devices);
      const step = own.pick(alone ? STEPS_ALONE : STEPS);
      const what = step({ world, device, random: own });
      const ms = passing(own);
      if (ms > 0) time.advance(ms);
      await settle(own.integer(0, 2));
      if (what !== null) steps.push(`${number}: ${device.name}: ${what}${ms > 0 ? `; ${ms} ms pass` : ''}`);
    }
    await healAndCheck(world, finished);
    return { seed, problems: [...problems], steps };
  } finally {
    for (const device of devices) device.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds until the next step. */
function passing(random: ReturnType<typeof createRandomFor>): number {
  if (random.oneIn(20)) return random.integer(1, 600_000);
  return random.oneIn(2) ? random.integer(1, 5_000) : 0;
}
