/** The possible steps of a simulated run, and their weights. */
import { shownLabels } from '#shared/note/labels.ts';
import { listOf } from '#shared/note/note.ts';
import { weighted } from '../random.ts';
import {
  addElsewhere,
  changeElsewhere,
  malformElsewhere,
  markElsewhere,
  removeElsewhere,
} from '../steps/elsewhere.ts';
import { readRecords } from '../records.ts';
import { discardTyped, emptyBox, saveTyped, type, typeEdit, typeSignedOut } from '../steps/drafts.ts';
import {
  bringBack,
  crash,
  crashAccount,
  crashCloud,
  damageBetweenStarts,
  damageLog,
  damagePending,
  damageRunning,
  diskFails,
  diskFree,
  diskFull,
  grow,
  loseAnswer,
  powerCut,
  remember,
  restart,
  retryRefusedNotes,
  setTrashDays,
  signIn,
  signOut,
  switchPerson,
  wake,
} from '../steps/machine.ts';
import { mark, markMany, renameLabel } from '../steps/marks.ts';
import {
  add,
  clearHistory,
  deleteForever,
  deleteMany,
  edit,
  forgetRemoved,
  move,
  moveMany,
  openDialog,
  recover,
  saveDialog,
} from '../steps/notes.ts';
import type { Step } from '../world.ts';
import type { SimulatedWorld } from './heal.ts';
import type { SimulatedDevice, SimulatedPerson } from './simulated-world.ts';

type SimulatedStep = Step<SimulatedDevice>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const cut: SimulatedStep = ({ device }) => {
  device.network.cut();
  return 'cut';
};
const freeze: SimulatedStep = ({ device }) => {
  device.network.freeze();
  return 'freeze';
};
const down: SimulatedStep = ({ device }) => {
  device.network.weather.down = true;
  return 'network down';
};
const up: SimulatedStep = ({ device }) => {
  if (!device.network.weather.down) return null;
  device.network.weather.down = false;
  return 'network up';
};
const revoke: SimulatedStep = ({ device }) => {
  device.network.weather.revoked = true;
  return 'session revoked';
};
const setClock: SimulatedStep = ({ device, random }) => {
  device.clock.skew = random.integer(-12, 12) * HOUR_MS;
  return `clock set to ${device.clock.skew / HOUR_MS} h`;
};
/** A clock with an empty battery, a wrong zone or a wrong year, or a corrected one. */
const setClockFarOff: SimulatedStep = ({ world, device, random }) => {
  const now = (world as SimulatedWorld).time.now();
  device.clock.skew = random.pick([40 * DAY_MS, -365 * DAY_MS, Date.UTC(2000, 0, 1) - now, 0, 0]);
  return `clock set to ${device.clock.skew / DAY_MS} days`;
};
/** Long enough for the hourly work, such as backups. */
const hoursPass: SimulatedStep = ({ world, random }) => {
  const hours = random.integer(1, 30);
  (world as SimulatedWorld).passLater(hours * HOUR_MS);
  return `${hours} hours pass`;
};

/**
 * A month passes by the cloud's time. Devices that empty the trash by themselves may now delete its notes.
 */
const monthPasses: SimulatedStep = ({ world, random }) => {
  if (world.expected !== null) return null;
  const person = random.pick(world.people) as SimulatedPerson;
  const { cloud, fake, ledger, mayExpire } = person;
  for (const { id, fields } of cloud.documents()) {
    if (listOf(fields) !== 'trashed') continue;
    mayExpire.add(id);
    person.mustBeShown.clear();
    ledger.recordCommit(fields, null);
    ledger.recordLabelChange(shownLabels(fields.labels), []);
  }
  ledger.forgetPast({});
  fake.passTime((31 * DAY_MS) / 1_000);
  return 'a month passes in the cloud';
};

/** The cloud refuses one note for a while. */
const refuseNote: SimulatedStep = ({ world, random }) => {
  const person = random.pick(world.people) as SimulatedPerson;
  const notes = world.devices.flatMap((device) =>
    device.person === person ? readRecords(device.filesOf(person).database) : [],
  );
  if (notes.length === 0) return null;
  const { id } = random.pick(notes);
  person.fake.poisoned.add(id);
  return `${id} is refused`;
};
const acceptNotes: SimulatedStep = ({ world }) => {
  for (const person of world.people as readonly SimulatedPerson[]) person.fake.poisoned.clear();
  return 'no note is refused';
};

/** The cloud has none of the notes added by this step. */
const damageLogOffline: SimulatedStep = (scene) => {
  scene.device.network.weather.down = true;
  return damageLog(scene);
};

const damagePendingOffline: SimulatedStep = async (scene) => {
  scene.device.network.weather.down = true;
  const done = await damagePending(scene);
  scene.device.network.weather.down = false;
  return done;
};

/** Only the device, and a backup that it makes, has the words written after the copy. */
const bringBackOffline: SimulatedStep = async (scene) => {
  const { world, device } = scene;
  device.network.weather.down = true;
  const copied = remember(scene);
  (world as SimulatedWorld).passLater(27 * HOUR_MS);
  await Promise.all([copied, add(scene), type(scene), world.pause(26 * HOUR_MS)]);
  const done = await bringBack(scene);
  device.network.weather.down = false;
  return done;
};

type Weights = readonly (readonly [SimulatedStep, number])[];

const AT_A_DEVICE: Weights = [
  [add, 8],
  [edit, 14],
  [openDialog, 5],
  [saveDialog, 8],
  [move, 8],
  [moveMany, 3],
  [mark, 8],
  [markMany, 3],
  [renameLabel, 3],
  [deleteForever, 3],
  [deleteMany, 1],
  [recover, 2],
  [type, 3],
  [saveTyped, 2],
  [typeEdit, 4],
  [typeSignedOut, 4],
  [discardTyped, 1],
  [emptyBox, 1],
  [forgetRemoved, 1],
  [clearHistory, 1],
  [restart, 2],
  [crash, 2],
  [crashAccount, 1],
  [crashCloud, 1],
  [wake, 3],
  [signIn, 6],
  [signOut, 2],
  [retryRefusedNotes, 2],
  [setTrashDays, 1],
  [cut, 4],
  [freeze, 3],
  [down, 3],
  [up, 6],
  [revoke, 1],
  [setClock, 2],
  [refuseNote, 2],
  [acceptNotes, 2],
];
const AMONG_OTHERS: Weights = [
  [monthPasses, 1],
  [switchPerson, 2],
  [changeElsewhere, 5],
  [addElsewhere, 2],
  [removeElsewhere, 3],
  [markElsewhere, 3],
  [malformElsewhere, 2],
];
/** Errors of the disk, which do not change its contents. */
const OF_A_DISK: Weights = [
  [diskFails, 6],
  [diskFull, 1],
  [diskFree, 3],
  [loseAnswer, 4],
  [powerCut, 4],
];
/** Damage, which changes the contents of files. */
const OF_FILES: Weights = [
  [remember, 2],
  [grow, 2],
  [damageRunning, 2],
  [damageBetweenStarts, 3],
  [damageLogOffline, 3],
  [damagePendingOffline, 2],
  [bringBack, 1],
  [bringBackOffline, 1],
  [setClockFarOff, 2],
  [hoursPass, 1],
];

/** Kinds of faults of the disks of a run. Without any, the checks are as strict as possible. */
export const FAULTS = ['none', 'errors', 'errors', 'damage', 'damage'] as const;

export function stepsOf(faults: (typeof FAULTS)[number], alone: boolean): readonly SimulatedStep[] {
  return STEPS.get(`${faults} ${String(alone)}`) ?? [];
}

const STEPS: ReadonlyMap<string, readonly SimulatedStep[]> = new Map(
  FAULTS.flatMap((faults) =>
    [true, false].map((alone) => {
      const disk = faults === 'none' ? [] : [...OF_A_DISK, ...(faults === 'damage' ? OF_FILES : [])];
      return [
        `${faults} ${String(alone)}`,
        weighted([...AT_A_DEVICE, ...(alone ? [] : AMONG_OTHERS), ...disk]),
      ];
    }),
  ),
);
