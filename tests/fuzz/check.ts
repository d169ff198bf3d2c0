/** What must hold for one person after everything was healed and all devices are theirs. */
import type { NoteFields, NoteId } from '#shared/note.ts';
import { deviceOf } from './device-name.ts';
import type { DeviceAccount } from './device-account.ts';
import { wordsOf } from './ledger.ts';
import type { CloudNote, Person } from './people.ts';
import type { World } from './world.ts';

/**
 * @param createdLate notes that may have come after they were deleted for ever
 * @returns what does not hold
 */
export function checkPerson(
  world: World,
  person: Person,
  createdLate: ReadonlySet<NoteId>,
): readonly string[] {
  const documents = person.cloud.documents();
  const exact = world.expected?.get(person);
  return [
    ...world.devices.flatMap(({ name, account }) =>
      account === null ? [`nobody is signed in at ${name}`] : checkAccount(name, account, documents),
    ),
    ...checkWords(documents, person),
    ...documents.flatMap((document) => checkDocument(document, person)),
    ...checkCopies(documents, person),
    ...(exact === undefined ? [] : checkExact(documents, exact, createdLate)),
  ].map((problem) => `${person.uid}: ${problem}`);
}

function checkWords(documents: readonly CloudNote[], { ledger, written, touched }: Person): string[] {
  const missing = ledger.missing(documents.map(({ fields }) => fields));
  const unasked = written.besides(touched);
  return [
    ...(missing.length > 0 ? [`lost: ${missing.join(', ')}`] : []),
    ...(unasked.length > 0 ? [`written although nobody at a device changed it: ${unasked.join(', ')}`] : []),
  ];
}

function checkAccount(
  name: string,
  { engine, shown, store }: DeviceAccount,
  documents: readonly CloudNote[],
): string[] {
  const { phase, pending, refused } = engine.state;
  const problems: string[] = [];
  if (phase !== 'live' || pending + refused > 0) {
    problems.push(`is ${phase} with ${pending} pending and ${refused} refused`);
  }
  const here = new Map(shown().map(({ id, fields }) => [id, fields]));
  for (const { id, fields, extra, created } of documents) {
    const record = store.read(id);
    const { extra: itsExtra = extra, created: itsCreated = created } = record ?? {};
    if (!same(here.get(id), fields)) problems.push(`shows ${id} otherwise than the cloud has it`);
    else if (extra !== null && !same(itsExtra, extra))
      problems.push(`has other unknown fields of ${id} than the cloud`);
    else if (created !== null && itsCreated !== created)
      problems.push(`has another date of ${id} than the cloud`);
    here.delete(id);
  }
  for (const id of here.keys()) problems.push(`shows ${id}, which the cloud does not have`);
  return problems.map((problem) => `${name} ${problem}`);
}

function checkDocument({ id, fields }: CloudNote, { ledger }: Person): string[] {
  const foreign = ledger.foreign(fields);
  const words = wordsOf(fields);
  const twice = words.filter((word, index) => words.indexOf(word) !== index);
  return [
    ...(foreign.length > 0 ? [`[S10] ${id} holds ${foreign.join()}`] : []),
    ...(twice.length > 0 ? [`[S7] ${id} holds ${twice.join()} twice`] : []),
  ];
}

/**
 * One conflict makes one copy; somebody who comes to the same words again may meet another. Two devices may come to the
 * same words by themselves.
 */
function checkCopies(documents: readonly CloudNote[], { ledger }: Person): string[] {
  const copies = documents.flatMap(({ id, extra, fields }) => {
    const original = extra?.['conflictOf'];
    if (original === undefined) return [];
    const { title, text } = fields;
    return [{ fields, key: JSON.stringify([deviceOf(id), original, title, text]) }];
  });
  return copies
    .filter(({ fields, key }, index) => {
      const before = copies.slice(0, index).filter((copy) => copy.key === key).length;
      return before >= Math.max(1, ledger.timesCommitted(fields));
    })
    .map(({ key }) => `[S5] two conflict copies are the same: ${key}`);
}

/** Where one device alone worked, the cloud holds what was done there, and nothing else. */
function checkExact(
  documents: readonly CloudNote[],
  expected: ReadonlyMap<NoteId, NoteFields>,
  createdLate: ReadonlySet<NoteId>,
): string[] {
  const there = new Map(documents.map(({ id, fields }) => [id, fields]));
  const wrong = [...expected].filter(([id, fields]) => !same(there.get(id), fields));
  const unexpected = [...there.keys()].filter((id) => !expected.has(id) && !createdLate.has(id));
  return [
    ...wrong.map(
      ([id, fields]) => `${id} should be ${JSON.stringify(fields)}, is ${JSON.stringify(there.get(id))}`,
    ),
    ...unexpected.map((id) => `${id} should not be there: ${JSON.stringify(there.get(id))}`),
  ];
}

/** Whether two plain values are the same, whatever the order of their keys. */
function same(one: unknown, two: unknown): boolean {
  return canonical(one) === canonical(two);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
