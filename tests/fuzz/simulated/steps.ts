/** What can happen in a simulated run, and how often. */
import { weighted } from '../random.ts';
import { addElsewhere, changeElsewhere, malformElsewhere, removeElsewhere } from '../steps/elsewhere.ts';
import {
  diskFails,
  diskFree,
  diskFull,
  restart,
  retryRefusedNotes,
  signIn,
  signOut,
  switchPerson,
  wake,
} from '../steps/machine.ts';
import { add, deleteForever, edit, move, openDialog, recover, saveDialog } from '../steps/notes.ts';
import type { Step } from '../world.ts';
import type { SimulatedDevice, SimulatedPerson } from './simulated-world.ts';

type SimulatedStep = Step<SimulatedDevice>;

const HOUR_MS = 3_600_000;

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

/** The cloud refuses one note, for a while. */
const refuseNote: SimulatedStep = ({ world, random }) => {
  const person = random.pick(world.people) as SimulatedPerson;
  const notes = world.devices.flatMap(({ account }) => (account?.person === person ? account.shown() : []));
  if (notes.length === 0) return null;
  const { id } = random.pick(notes);
  person.fake.poisoned.add(id);
  return `${id} is refused`;
};
const acceptNotes: SimulatedStep = ({ world }) => {
  for (const person of world.people as readonly SimulatedPerson[]) person.fake.poisoned.clear();
  return 'nothing is refused any more';
};

const AT_A_DEVICE: readonly (readonly [SimulatedStep, number])[] = [
  [add, 8],
  [edit, 14],
  [openDialog, 5],
  [saveDialog, 8],
  [move, 8],
  [deleteForever, 4],
  [recover, 2],
  [restart, 4],
  [wake, 3],
  [signIn, 6],
  [signOut, 2],
  [diskFails, 3],
  [diskFull, 1],
  [diskFree, 3],
  [retryRefusedNotes, 2],
  [cut, 4],
  [freeze, 3],
  [down, 3],
  [up, 6],
  [revoke, 1],
  [setClock, 2],
  [refuseNote, 2],
  [acceptNotes, 2],
];

export const STEPS_ALONE = weighted(AT_A_DEVICE);
export const STEPS = weighted<SimulatedStep>([
  ...AT_A_DEVICE,
  [switchPerson, 2],
  [changeElsewhere, 5],
  [addElsewhere, 2],
  [removeElsewhere, 3],
  [malformElsewhere, 2],
]);
