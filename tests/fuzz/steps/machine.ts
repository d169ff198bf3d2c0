/** Events at a device and actions of its people, apart from the network. */
import { type Aim, damageDevice, damageTable, growDatabase, rememberFiles } from '../disk/damage-device.ts';
import { CODES } from '#tests/support/failing-disk/calls.ts';
import type { Trouble } from '../disk/disk.ts';
import { retryRefused } from '../retry-refused.ts';
import type { Scene, Step } from '../world.ts';
import { mark } from './marks.ts';
import { add, deleteForever, edit, move } from './notes.ts';

const LONGEST_SIGN_OUT_MS = 2_000;

export const restart: Step = async ({ device }) => {
  if (device.isBusy) return null;
  await device.restart();
  return 'restart';
};

export const crash: Step = ({ device }) => {
  if (device.isBusy) return null;
  device.crash();
  return 'crash';
};

/** The power is cut now, or during one of the next commits. */
export const powerCut: Step = ({ world, device, random }) => {
  if (device.isBusy) return null;
  // A request at that moment may be done or not.
  world.expected = null;
  if (random.oneIn(2)) {
    device.cutPower(random);
    return 'the power is cut';
  }
  const after = random.integer(0, 5);
  device.disk.power = { after, random };
  return `the power will be cut during a commit after ${after}`;
};

export const crashAccount: Step = ({ device }) => {
  device.crashAccount();
  return "the account's thread crashes";
};

export const crashCloud: Step = ({ device }) => {
  device.crashCloud();
  return "the cloud's thread crashes";
};

export const wake: Step = ({ device }) => {
  device.wake();
  return 'wake';
};

export const signIn: Step = ({ world, device, random }) => {
  if (device.isRestarting) return null;
  const person = device.person ?? random.pick(world.people);
  device.signIn(person);
  return `sign in as ${person.uid}`;
};

/** Another person takes over the device without a sign-out in between. */
export const switchPerson: Step = ({ world, device, random }) => {
  if (device.isRestarting) return null;
  const person = random.pick(world.people);
  device.signIn(person);
  return `sign in as ${person.uid}`;
};

export const signOut: Step = async ({ world, device, random }) => {
  if (device.person === null || device.isBusy) return null;
  await device.signOut(() => world.pause(random.integer(0, LONGEST_SIGN_OUT_MS)));
  return 'sign out';
};

export const setTrashDays: Step = ({ device, random }) => {
  device.trashDays = random.pick([null, 7, 30]);
  return `trash is emptied after ${device.trashDays ?? 'no'} days`;
};

/** Errors of a disk at each moment, including those caused by other programs and by damage. */
const TROUBLES = {
  statement: [...CODES.statement, 'SQLITE_BUSY', 'SQLITE_CORRUPT'],
  commit: [...CODES.commit, 'SQLITE_BUSY'],
  committed: CODES.committed,
} satisfies Record<Trouble['moment'], readonly Trouble['code'][]>;

export const diskFails: Step = ({ device, random }) => {
  const moment = random.pick(['statement', 'commit', 'commit', 'committed'] as const);
  const code: Trouble['code'] = random.pick<Trouble['code']>(TROUBLES[moment]);
  const after = random.integer(0, moment === 'statement' ? 60 : 5);
  const times = random.oneIn(4) ? random.integer(2, 6) : 1;
  device.disk.troubles.add({ moment, code, after, times });
  return `the disk will fail with ${code} at a ${moment} after ${after}, ${times} times`;
};

export const diskFull: Step = ({ device }) => {
  device.disk.full = true;
  return 'the disk is full';
};

export const diskFree: Step = ({ device }) => {
  if (!device.disk.full) return null;
  device.disk.full = false;
  return 'the disk has room again';
};

export const remember: Step = ({ device }) => {
  const { person } = device;
  return person !== null && rememberFiles(device, person) ? 'the files are copied' : null;
};

/** Done rarely, because it takes longer than all other steps. */
export const grow: Step = async ({ device, random }) => {
  const { person } = device;
  if (device.isBusy || person === null || !random.oneIn(20)) return null;
  let hasGrown = false;
  await device.restart(() => {
    hasGrown = growDatabase(device, person);
  });
  return hasGrown ? 'restart, and the database is larger than 16 MB' : 'restart';
};

export const damageRunning: Step = (scene) =>
  Array.from({ length: scene.random.pick([1, 1, 2]) }, () => damageOf(scene, 'running') ?? 'nothing').join(
    ', ',
  );

export const damageBetweenStarts: Step = async (scene) => {
  const { device, random } = scene;
  if (device.isBusy || device.person === null) return null;
  const done: string[] = [];
  const between = (): void => {
    for (let count = random.integer(1, 2); count > 0; count -= 1)
      done.push(damageOf(scene, 'closed') ?? 'nothing');
  };
  // After a restart there is no log.
  const isCrash = !random.oneIn(3);
  if (isCrash) device.crash(between);
  else await device.restart(between);
  return `${isCrash ? 'crash' : 'restart'}, and ${done.join(', ')}`;
};

/** Many commits without a checkpoint in between, and then bad sectors in their log. */
export const damageLog: Step = async (scene) => {
  const { device, random } = scene;
  let added = 0;
  for (let count = random.integer(3, 30); count > 0 && !device.isBusy && device.person !== null; count -= 1) {
    await add(scene);
    added += 1;
  }
  if (device.isBusy || added === 0) return null;
  let done: string | null = null;
  const damage = (when: 'running' | 'closed'): void => {
    done = damageOf(scene, when, { name: 'notes.sqlite-wal' });
  };
  const isCrash = !random.oneIn(3);
  if (isCrash) device.crash(() => damage('closed'));
  else damage('running');
  return `${added} notes are added${isCrash ? ', crash' : ''}, and ${done ?? 'nothing'}`;
};

/** A person restores an older copy of the database. */
export const bringBack: Step = async (scene) => {
  const { device } = scene;
  if (device.isBusy || device.person === null) return null;
  let done: string | null = null;
  await device.restart(() => {
    done = damageOf(scene, 'closed', { name: 'notes.sqlite', how: 'older copy' });
  });
  return `restart, and ${done ?? 'nothing'}`;
};

/**
 * An unpushed edit, and then a crash with damage to the outbox or another table.
 */
export const damagePending: Step = async (scene) => {
  const { device, world, random } = scene;
  const edited = await edit(scene);
  const { person } = device;
  if (device.isBusy || person === null) return edited;
  let done: string | null = null;
  device.crash(() => {
    const table = random.pick(['outbox', 'outbox', 'history', 'drafts'] as const);
    done = damageTable(world, device, person, random, table);
  });
  return `${edited ?? 'no edit'}, crash, and ${done ?? 'nothing'}`;
};

/** A request is done, but the account ends before it answers, so that the request is repeated. */
export const loseAnswer: Step = async (scene) => {
  const { disk } = scene.device;
  const step = scene.random.pick([move, deleteForever, deleteForever, edit, mark]);
  // A person who deletes a note for ever moves it to the trash first.
  const after = step === deleteForever ? 1 : 0;
  disk.troubles.add({ moment: 'committed', code: 'SQLITE_IOERR_FSYNC', after, times: 1 });
  return `the next answer is lost: ${(await step(scene)) ?? 'nothing'}`;
};

function damageOf(
  { world, device, random }: Scene,
  when: 'running' | 'closed',
  only: Aim | null = null,
): string | null {
  const person = device.person ?? random.pick(world.people);
  // While signed out, no process has the files open.
  return damageDevice(world, device, person, random, device.person === null ? 'closed' : when, only);
}

export const retryRefusedNotes: Step = async (scene) => {
  await retryRefused(scene);
  return 'retry refused notes';
};
