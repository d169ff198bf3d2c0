/**
 * One simulated run: devices with the real store, engine and accounts, random steps, and every fault of
 * networks, disks and sessions, in virtual time. Afterwards everything is healed, and the rules must hold. A
 * seed always gives the same run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { createSyncEngine } from '#account/sync/engine.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { createRandomFor } from '../random.ts';
import type { Run } from '../run.ts';
import { judgeAtOpening } from '../disk/damage-device.ts';
import { healAndCheck, type SimulatedWorld } from './heal.ts';
import { fillCloud, makeBackups } from './large-account.ts';
import { pass, settle } from './passing-time.ts';
import { createPerson, createSimulatedDevice, type SimulatedDevice } from './simulated-world.ts';
import { FAULTS, stepsOf } from './steps.ts';

export interface SimulationOptions {
  /** Numbers of steps to leave out, from 0. */
  readonly without?: ReadonlySet<number>;
  /** Another engine, to test that a run fails if the engine breaks a rule. */
  readonly createEngine?: typeof createSyncEngine;
}

export const STEP_COUNT = 60;
/** The part of the run's randomness for its setting. The steps are the parts from 0 on. */
const SETTING_PART = 20_000;
const LARGE_PART = 30_000;
/** One run in this many has a large account. */
const LARGE_ONE_IN = 20;
const MOST_DEVICES_OF_LARGE = 2;
/** Work that still runs after this many half seconds counts as never ending. */
const MOST_ROUNDS = 2_000;

export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Run> {
  const { without = new Set(), createEngine } = options;
  const random = createRandomFor(seed, SETTING_PART);
  const folder = mkdtempSync(path.join(scratchFolder(), 'inkling-fuzz-'));
  const time = createManualClock();
  const problems = new Set<string>();
  const report = (problem: string): void => void problems.add(problem);
  const nobodys = { owed: new Set<string>(), count: 0 };
  const people = (random.oneIn(3) ? ['ada', 'ben'] : ['ada']).map((name) => createPerson(name, nobodys));
  const alone = random.oneIn(4);
  const anyFaults = random.pick(FAULTS);
  const largeRandom = createRandomFor(seed, LARGE_PART);
  const isLarge = largeRandom.oneIn(LARGE_ONE_IN);
  const faults = isLarge ? 'damage' : anyFaults;
  const log = createStepLog();
  const working = new Set<Promise<void>>();
  let later = 0;

  async function finished(): Promise<void> {
    for (let rounds = 0; working.size > 0; rounds += 1) {
      if (rounds === MOST_ROUNDS) {
        report(`something never ends: ${log.open().join(', ')}`);
        return;
      }
      await pass(time, 500);
    }
  }

  const setting = { seed, folder, people, time, report, createEngine, onTrouble: log.remark };
  const devices: readonly SimulatedDevice[] = Array.from(
    { length: alone ? 1 : random.integer(2, isLarge ? MOST_DEVICES_OF_LARGE : 4) },
    (_, index) =>
      createSimulatedDevice({
        ...setting,
        index,
        folder: path.join(folder, String(index)),
        onOpening: (device, person) => judgeAtOpening(world, device, person),
      }),
  );
  const world: SimulatedWorld = {
    people,
    nobodys,
    devices,
    time,
    report,
    alone,
    expected: alone && !isLarge ? new Map(people.map((person) => [person, new Map()])) : null,
    background(work) {
      const done = work
        .catch((error: unknown) => report(`something failed in the background: ${stackOf(error)}`))
        .finally(() => working.delete(done));
      working.add(done);
    },
    pause: (ms) =>
      new Promise((resolve) => {
        time.after(ms, resolve);
      }),
    passLater(ms) {
      later += ms;
    },
  };
  try {
    const [person, first] = [people[0], devices[0]];
    if (isLarge && person !== undefined) fillCloud(person, largeRandom);
    for (const device of devices)
      device.signIn(isLarge && person !== undefined ? person : random.pick(people));
    if (isLarge && person !== undefined && first !== undefined)
      await makeBackups(world, first, person, largeRandom);
    for (let number = 0; number < STEP_COUNT; number += 1) {
      if (without.has(number)) continue;
      const stepRandom = createRandomFor(seed, number);
      const device = stepRandom.pick(devices);
      const step = stepRandom.pick(stepsOf(faults, alone));
      const ms = passing(stepRandom);
      const outcome = Promise.resolve(step({ world, device, random: stepRandom }));
      log.add(number, `${step.name} ${device.name}${ms > 0 ? `, ${ms} ms` : ''}`);
      world.background(outcome.then((what) => log.done(number, what)));
      await pass(time, ms + later);
      later = 0;
    }
    await healAndCheck(world, finished);
    return { seed, problems: [...problems], steps: log.lines() };
  } finally {
    for (const device of devices) device.close();
    await settle();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The events, in order. A step is listed where it began, with its outcome added when it is known. */
function createStepLog() {
  const entries: { number: number | null; where: string; what: string | null | undefined }[] = [];
  return {
    add: (number: number, where: string) => void entries.push({ number, where, what: undefined }),
    done(number: number, what: string | null) {
      const entry = entries.find((one) => one.number === number);
      if (entry !== undefined) entry.what = what;
    },
    remark: (where: string) => void entries.push({ number: null, where, what: '' }),
    open: () => entries.filter(({ what }) => what === undefined).map(({ number }) => `step ${number}`),
    lines: () =>
      entries
        .filter(({ what }) => what !== null)
        .map(({ number, where, what }) =>
          number === null ? `   ${where}` : `${number}: ${where}: ${what ?? 'no answer'}`,
        ),
  };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Milliseconds until the next step. */
function passing(random: ReturnType<typeof createRandomFor>): number {
  if (random.oneIn(20)) return random.integer(1, 600_000);
  return random.oneIn(2) ? random.integer(1, 5_000) : 0;
}
