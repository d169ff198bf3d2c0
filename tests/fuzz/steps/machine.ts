/** What befalls a device and the people at it, whatever its network is like. */
import { retryRefused } from '../retry-refused.ts';
import type { Step } from '../world.ts';

const LONGEST_SIGN_OUT_MS = 2_000;

export const restart: Step = ({ device }) => {
  // While a sign-out is under way the app waits for its end.
  if (device.leaving !== 'no') return null;
  device.restart();
  return 'restart';
};

export const wake: Step = ({ device }) => {
  device.account?.engine.wake();
  return 'wake';
};

export const signIn: Step = ({ world, device, random }) => {
  if (device.leaving === 'open') return null;
  const person = device.account?.person ?? random.pick(world.people);
  device.signIn(person);
  return `sign in as ${person.uid}`;
};

/** Another takes the device over without a sign-out in between. */
export const switchPerson: Step = ({ world, device, random }) => {
  if (device.leaving !== 'no') return null;
  const person = random.pick(world.people);
  device.signIn(person);
  return `sign in as ${person.uid}`;
};

export const signOut: Step = ({ world, device, random }) => {
  if (device.account === null || device.leaving === 'open') return null;
  world.background(device.signOut(() => world.pause(random.integer(0, LONGEST_SIGN_OUT_MS))));
  return 'sign out';
};

export const diskFails: Step = ({ device, random }) => {
  device.disk.failures = random.integer(1, 3);
  return `${device.disk.failures} writes to the disk fail`;
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

export const retryRefusedNotes: Step = ({ world, device }) => {
  const { account } = device;
  if (account === null) return null;
  try {
    retryRefused(account, world.expected?.get(account.person));
    return 'retry what was refused';
  } catch (error) {
    return `retry what was refused: ${String(error)}`;
  }
};
