/** The possible steps of a run against the local cloud, and their weights. */
import { type Random, weighted } from '../random.ts';
import {
  addElsewhere,
  changeElsewhere,
  malformElsewhere,
  markElsewhere,
  removeElsewhere,
} from '../steps/elsewhere.ts';
import { discardTyped, emptyBox, saveTyped, type, typeEdit, typeSignedOut } from '../steps/drafts.ts';
import {
  crash,
  crashAccount,
  crashCloud,
  damageBetweenStarts,
  damageRunning,
  diskFails,
  diskFree,
  diskFull,
  grow,
  remember,
  restart,
  retryRefusedNotes,
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
import type { FaultInput } from '@inkling/local-cloud/faults/fault.ts';
import type { Step, World } from '../world.ts';
import type { RealPerson, RealWorld } from './real-world.ts';

/** Statuses of each kind that `failure.ts` maps, and those that the SDK hides behind its own retries. */
const STATUSES = [
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'ABORTED',
  'INTERNAL',
  'UNKNOWN',
  'RESOURCE_EXHAUSTED',
  'CANCELLED',
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'INVALID_ARGUMENT',
  'FAILED_PRECONDITION',
] as const;
const RPCS = ['Commit', 'Commit', 'Listen', 'BatchGetDocuments'] as const;

function faultOf(random: Random): FaultInput {
  const rpc = random.pick(RPCS);
  const ms = random.integer(1, 200);
  const times = random.integer(1, 3);
  return random.pick<FaultInput>([
    { rpc, kind: 'status', code: random.pick(STATUSES), times },
    { rpc, kind: 'status', code: random.pick(STATUSES), times },
    { rpc, kind: 'delay', ms, times },
    { rpc: 'Commit', kind: 'drop-after-commit', times },
    { rpc: 'Commit', kind: 'drop-after-commit', times },
    { rpc: 'Commit', kind: 'hang', times: 1 },
    { rpc, kind: 'cut', times: 1 },
    { rpc: '*', kind: 'cut' },
    { rpc: '*', kind: 'freeze', ms },
    { rpc: 'Commit', kind: 'freeze', times: 1, ms },
    { rpc: 'Listen', kind: 'down', ms },
    { rpc: 'Listen', kind: 'reset', times: 1 },
    { rpc: 'Listen', kind: 'forget-deletes', times: 1 },
    { rpc: 'SecureToken', kind: 'status', code: 'UNAVAILABLE', times },
  ]);
}

const fault: Step = ({ world, random }) => {
  const input = faultOf(random);
  world.background((world as RealWorld).cloud.controls.addFault(input).then(() => undefined));
  return `fault ${JSON.stringify(input)}`;
};

const faultsEnd: Step = ({ world }) => {
  world.background((world as RealWorld).cloud.controls.clearFaults());
  return 'faults end';
};

/** Revokes all tokens of the person; the person signs in again later. */
const revoke: Step = ({ world, random }) => {
  const person = personOf(world, random);
  (world as RealWorld).cloud.controls.revoke(person.uid);
  return `tokens of ${person.uid} revoked`;
};

/** The next token is valid for a second. */
const expireSoon: Step = ({ world, random }) => {
  const { cloud } = world as RealWorld;
  const { uid, session } = personOf(world, random);
  cloud.controls.setTokenTtl(1);
  world.background(
    // Without a new token, the session has ended or the network is down. The engine must notice it itself.
    session.renewToken().then(
      () => cloud.controls.setTokenTtl(3_600),
      () => undefined,
    ),
  );
  return `the token of ${uid} is about to expire`;
};

const signInAgain: Step = async ({ device }) => {
  const person = device.person as RealPerson | null;
  if (person === null || device.sync.phase !== 'session-expired') return null;
  await person.session.signInAgain();
  if (device.person === person) device.signIn(person);
  return `${person.uid} signs in again`;
};

function personOf(world: World, random: Random): RealPerson {
  return random.pick(world.people as readonly RealPerson[]);
}

type Weights = readonly (readonly [Step, number])[];

const PEOPLE_AND_NETWORK: Weights = [
  [add, 8],
  [edit, 14],
  [openDialog, 4],
  [saveDialog, 6],
  [move, 6],
  [moveMany, 3],
  [mark, 8],
  [markMany, 3],
  [renameLabel, 3],
  [deleteForever, 3],
  [deleteMany, 1],
  [recover, 1],
  [type, 3],
  [saveTyped, 2],
  [typeEdit, 4],
  [typeSignedOut, 4],
  [discardTyped, 1],
  [emptyBox, 1],
  [forgetRemoved, 1],
  [clearHistory, 1],
  [restart, 1],
  [crash, 1],
  [crashAccount, 1],
  [crashCloud, 1],
  [wake, 3],
  [signIn, 3],
  [signOut, 1],
  [switchPerson, 1],
  [retryRefusedNotes, 2],
  [changeElsewhere, 5],
  [addElsewhere, 2],
  [removeElsewhere, 3],
  [markElsewhere, 3],
  [malformElsewhere, 2],
  [fault, 12],
  [faultsEnd, 4],
  [revoke, 1],
  [expireSoon, 1],
  [signInAgain, 4],
];
const OF_A_DISK: Weights = [
  [diskFails, 3],
  [diskFull, 1],
  [diskFree, 3],
];
const OF_FILES: Weights = [
  [remember, 2],
  [grow, 2],
  [damageRunning, 3],
  [damageBetweenStarts, 3],
];

/** Kinds of faults of the disks of a run. */
export const REAL_FAULTS = ['none', 'errors', 'damage'] as const;

export const REAL_STEPS: Readonly<Record<(typeof REAL_FAULTS)[number], readonly Step[]>> = {
  none: weighted(PEOPLE_AND_NETWORK),
  errors: weighted([...PEOPLE_AND_NETWORK, ...OF_A_DISK]),
  damage: weighted([...PEOPLE_AND_NETWORK, ...OF_A_DISK, ...OF_FILES]),
};
