/**
 * Runs against the local cloud: the same people, steps and checks as in the simulation, with the app's own
 * Firestore client over TLS, its token source over HTTP, and faults that the cloud itself makes. A seed gives
 * the same steps, not the same timing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { reportTo } from '#tests/support/log-lines.ts';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startCloud } from '@inkling/local-cloud/cloud.ts';
import type { Cloud } from '@inkling/local-cloud/cloud.ts';
import { judgeAtOpening } from '../disk/damage-device.ts';
import { createRandomFor } from '../random.ts';
import type { Run } from '../run.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { healAndCheck } from './heal.ts';
import { createRealDevice, createRealPerson, type RealDevice, type RealWorld } from './real-world.ts';
import { REAL_FAULTS, REAL_STEPS } from './steps.ts';

const STEP_COUNT = 40;
const LONGEST_PAUSE_MS = 30;
const SETTING_PART = 20_000;
const DEVICE_PART = 10_000;

export interface RealRuns extends AsyncDisposable {
  run(seed: number): Promise<Run>;
}

/** One cloud for all runs; each has its own accounts in it. */
export async function openRealRuns(): Promise<RealRuns> {
  const cloud = await startCloud();
  let runs = 0;
  return {
    run(seed) {
      runs += 1;
      return run(cloud, seed, String(runs));
    },
    [Symbol.asyncDispose]: () => cloud.close(),
  };
}

async function run(cloud: Cloud, seed: number, name: string): Promise<Run> {
  const random = createRandomFor(seed, SETTING_PART);
  const folder = mkdtempSync(path.join(scratchFolder(), 'inkling-fuzz-'));
  const problems = new Set<string>();
  const steps: string[] = [];
  const working = new Set<Promise<void>>();
  const report = (problem: string): void => void problems.add(problem);
  const faults = random.pick(REAL_FAULTS);
  const names = random.oneIn(3) ? ['ada', 'ben'] : ['ada'];
  const nobodys = { owed: new Set<string>(), count: 0 };
  const people = await Promise.all(names.map((person) => createRealPerson(cloud, person, name, nobodys)));
  cloud.controls.checkOrder = random.pick(['preconditions-first', 'rules-first']);
  const devices: readonly RealDevice[] = Array.from({ length: random.integer(1, 3) }, (_, index) => {
    const deviceRandom = createRandomFor(seed, DEVICE_PART + index);
    const deviceName = `device${index}`;
    return createRealDevice({
      cloud,
      name: deviceName,
      folder,
      people,
      random: deviceRandom,
      report,
      onOpening: (device, person) => judgeAtOpening(world, device, person),
      onTrouble: reportTo(steps, `   ${deviceName}: `),
    });
  });
  const world: RealWorld = {
    cloud,
    people,
    nobodys,
    devices,
    report,
    alone: false,
    expected: null,
    background(work) {
      const done = work
        .catch((error: unknown) => report(`something failed in the background: ${String(error)}`))
        .finally(() => working.delete(done));
      working.add(done);
    },
    pause: (ms) => delay(Math.min(ms, LONGEST_PAUSE_MS)),
  };
  try {
    for (const device of devices) device.signIn(random.pick(people));
    for (let number = 0; number < STEP_COUNT; number += 1) {
      const stepRandom = createRandomFor(seed, number);
      const device = stepRandom.pick(devices);
      const step = stepRandom.pick(REAL_STEPS[faults]);
      const outcome = Promise.resolve(step({ world, device, random: stepRandom }));
      world.background(
        outcome.then((what) => void (what !== null && steps.push(`${number}: ${device.name}: ${what}`))),
      );
      await world.pause(stepRandom.integer(0, LONGEST_PAUSE_MS));
    }
    await healAndCheck(world, async () => {
      await Promise.all(working);
    });
    return { seed, problems: [...problems], steps };
  } finally {
    for (const device of devices) device.close();
    for (const { cloud: own, session } of people) {
      session.end();
      for (const { id } of own.documents()) own.remove(id);
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
