/** Checks one person's notes after everything was healed, with the person signed in on all devices. */
import { shownLabels } from '#shared/note/labels.ts';
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import type { Device } from './device.ts';
import { wereFilesDamaged } from './disk/damage-device.ts';
import { type Words, wordsOf } from './ledger.ts';
import type { CloudNote, Person } from './people.ts';
import { readOrphans, readOtherWords, readRecords } from './records.ts';
import type { World } from './world.ts';

/**
 * @param hiddenCreations notes that may have been deleted for ever before the device knew of their creation
 * @returns the problems
 */
export function checkPerson(
  world: World,
  person: Person,
  hiddenCreations: ReadonlySet<NoteId>,
): readonly string[] {
  const documents = person.cloud.documents();
  const exact = person.damaged ? undefined : world.expected?.get(person);
  return [
    ...world.devices.flatMap((device) => checkDevice(device, person, documents)),
    ...checkWords(world, documents, person),
    ...documents.flatMap((document) => checkDocument(document, person)),
    ...(person.damaged ? [] : checkCopies(documents, person)),
    ...(exact === undefined ? [] : checkExact(documents, exact, hiddenCreations)),
  ].map((problem) => `${person.uid}: ${problem}`);
}

function checkWords(world: World, documents: readonly CloudNote[], person: Person): string[] {
  const { ledger, written, touched, deleted, mayExpire, mayReturn, takenLabels, damaged, uncertain } = person;
  const here = world.devices.flatMap((device) => wordsBesideNotes(device, person));
  const missing = ledger.missingWords(
    [...documents.map(({ fields }) => fields), ...here],
    damaged || uncertain,
  );
  const shown = [
    ...documents.map(({ fields }) => fields),
    ...world.devices.flatMap((device) => readOtherWords(device.filesOf(person).database, 'drafts alone')),
  ];
  const hidden = ledger.missingWords(shown, true).filter((word) => person.mustBeShown.has(word));
  const labels = damaged ? [] : ledger.missingLabels(documents.map(({ fields }) => fields));
  const back = documents.flatMap(({ id, fields }) =>
    (damaged || mayExpire.has(id) || mayReturn.has(id) ? [] : (takenLabels.get(id) ?? [])).filter((label) =>
      shownLabels(fields.labels).includes(label),
    ),
  );
  const unasked = damaged || uncertain ? [] : written.besides(touched.union(mayExpire));
  const wronglyDeleted = [...written.deleted].filter((id) => !deleted.has(id) && !mayExpire.has(id));
  return [
    ...(missing.length > 0 ? [`lost: ${missing.join(', ')}`] : []),
    ...(hidden.length > 0 ? [`[S13.4] not pushed, and only in the history: ${hidden.join(', ')}`] : []),
    ...(labels.length > 0 ? [`[S5.8] labels that no person removed are gone: ${labels.join(', ')}`] : []),
    ...(back.length > 0 ? [`[S5.8] labels that a person removed are back: ${back.join(', ')}`] : []),
    ...(unasked.length > 0
      ? [`written although no person at a device changed it: ${unasked.join(', ')}`]
      : []),
    ...(wronglyDeleted.length > 0
      ? [`[S13] deleted although no person deleted it: ${wronglyDeleted.join(', ')}`]
      : []),
  ];
}

/** Words that were typed while signed out must be in the notes or drafts of some person. */
export function checkNobodysWords({ nobodys, people, devices }: World): readonly string[] {
  const wordsOnDevice = new Set(
    people
      .flatMap((person) => [
        ...person.cloud.documents().map(({ fields }) => fields),
        ...devices.flatMap((device) => wordsBesideNotes(device, person)),
      ])
      .flatMap(wordsOf),
  );
  const missing = [...nobodys.owed].filter((word) => !wordsOnDevice.has(word));
  return missing.length > 0 ? [`[S14] words typed while signed out are lost: ${missing.join(', ')}`] : [];
}

/** Drafts exist on one device only. Salvaged words may be in its history. */
function wordsBesideNotes(device: Device, person: Person): readonly Words[] {
  return readOtherWords(
    device.filesOf(person).database,
    wereFilesDamaged(device, person) ? 'with history' : 'drafts alone',
  );
}

function checkDevice(device: Device, person: Person, documents: readonly CloudNote[]): string[] {
  if (device.person !== person) return [`${device.name} is not theirs`];
  const { phase, pending, refused } = device.sync;
  const problems: string[] = [];
  if (phase !== 'live' || pending + refused > 0) {
    problems.push(`is ${phase} with ${pending} pending and ${refused} refused`);
  }
  const { database } = device.filesOf(person);
  const here = new Map(readRecords(database).map((record) => [record.id, record]));
  for (const { id, fields, extra, created } of documents) {
    const record = here.get(id);
    here.delete(id);
    if (record === undefined || !same(record.fields, fields))
      problems.push(`has ${id} with other content than the cloud`);
    else if (extra !== null && !same(record.extra, extra))
      problems.push(`has other unknown fields of ${id} than the cloud`);
    else if (created !== null && record.created !== created)
      problems.push(`has another date of ${id} than the cloud`);
  }
  for (const id of here.keys()) problems.push(`has ${id}, which the cloud does not have`);
  const orphans = person.damaged ? [] : readOrphans(database);
  if (orphans.length > 0)
    problems.push(`[S12] keeps earlier versions of ${orphans.join(', ')}, which are gone`);
  const wordsInCloud = new Set(
    [...documents.map((one) => one.fields), ...readOtherWords(database, 'with history')].flatMap(wordsOf),
  );
  // An expiry deletes for ever, without a message to any device.
  for (const id of person.mayExpire) person.ledger.forgetPast({ id });
  const untold = person.ledger.pastOf(device.name).filter((word) => !wordsInCloud.has(word));
  if (untold.length > 0) problems.push(`[S12] has no trace of ${untold.join(', ')}`);
  return problems.map((problem) => `${device.name} ${problem}`);
}

/** The beginning of every word that a run invents. */
const TYPED = /^(?:ada|ben|nobody)\d/;

/** A line of a list, with its box. */
const ITEM = /^\s*(?:[☐☑]|[-*+] {1,4}\[[ xX]\])/u;

/**
 * Whether a word is in several items of a list, once in each. If a push has no answer and another device
 * changes one of its items, the two items cannot be recognised as one. So both stay, like any items that two
 * devices add in one place.
 */
function isInSeveralItems({ title, text }: NoteFields, word: string): boolean {
  const lines = (text ?? '').split('\n').filter((line) => line.includes(word));
  return (
    !(title ?? '').includes(word) &&
    lines.every((line) => ITEM.test(line) && line.indexOf(word) === line.lastIndexOf(word))
  );
}

function checkDocument({ id, fields }: CloudNote, person: Person): string[] {
  const { ledger, damaged, repeated, unanswered } = person;
  // SQLite cannot tell noise within a long text from the text.
  const isWord = (word: string): boolean => !damaged || TYPED.test(word);
  const foreign = ledger.foreignWords(fields).filter(isWord);
  const words = wordsOf(fields).filter(isWord);
  const twice = words.filter((word, index) => words.indexOf(word) !== index);
  // A text with noise differs from the same text before the damage, so both stay, one below the other.
  const hasNoise = words.length < wordsOf(fields).length;
  const unexplained = twice.filter(
    (word) => !repeated && !hasNoise && !(unanswered.has(id) && isInSeveralItems(fields, word)),
  );
  return [
    ...(foreign.length > 0 ? [`[S10] ${id} holds ${foreign.join()}`] : []),
    ...(unexplained.length > 0 ? [`[S7] ${id} holds ${unexplained.join()} twice`] : []),
  ];
}

/**
 * [S5.10] One conflict makes one copy. A person who writes the same words again may cause another conflict.
 */
function checkCopies(documents: readonly CloudNote[], { ledger }: Person): string[] {
  const copies = documents.flatMap(({ fields }) => {
    const { title, text, conflictOf: original } = fields;
    if (original === null) return [];
    return [{ fields, key: JSON.stringify([original, title, text]) }];
  });
  return copies
    .filter(({ fields, key }, index) => {
      const before = copies.slice(0, index).filter((copy) => copy.key === key).length;
      return before >= Math.max(1, ledger.timesCommitted(fields));
    })
    .map(({ key }) => `[S5.10] two conflict copies are the same: ${key}`);
}

/** If only one device worked, the cloud must have exactly the results of its actions. */
function checkExact(
  documents: readonly CloudNote[],
  expected: ReadonlyMap<NoteId, NoteFields>,
  hiddenCreations: ReadonlySet<NoteId>,
): string[] {
  const fieldsInCloud = new Map(documents.map(({ id, fields }) => [id, fields]));
  const wrong = [...expected].filter(([id, fields]) => !same(fieldsInCloud.get(id), fields));
  const unexpected = [...fieldsInCloud.keys()].filter((id) => !expected.has(id) && !hiddenCreations.has(id));
  return [
    ...wrong.map(
      ([id, fields]) =>
        `${id} should be ${JSON.stringify(fields)}, is ${JSON.stringify(fieldsInCloud.get(id))}`,
    ),
    ...unexpected.map((id) => `${id} should not be there: ${JSON.stringify(fieldsInCloud.get(id))}`),
  ];
}

/** Whether two plain values are the same, whatever the order of their keys. */
function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
