/**
 * Changes that other clients of the same person make in the cloud, without the rules that this app follows.
 */
import { shownLabels } from '#shared/note/labels.ts';
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import type { Random } from '../random.ts';
import { freshContent, rewrite } from '../rewrite.ts';
import type { Step } from '../world.ts';
import { LABELS_WITHOUT_BOUNDS } from '../simulated/malformed.ts';
import { OF_ELSEWHERE } from './marks.ts';
import { contentOf } from './notes.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';

/** Ids that this app would not make, but must handle. */
const ODD_IDS = ['a', ' ', 'with space', 'ünïcode🙂', '.dots..', '__half', '%2F', `${'x'.repeat(1_499)}y`];
const VARIETIES = 7;
const VARIETY_OF_MARKS = 6;

export const changeElsewhere: Step = ({ world, random }) => {
  const { cloud, ledger } = random.pick(world.people);
  const documents = cloud.documents();
  if (documents.length === 0) return null;
  const { id, fields, extra } = random.pick(documents);
  const after = random.oneIn(4) ? contentOf(fields) : rewrite(contentOf(fields), random, ledger);
  ledger.recordCommit(fields, after);
  cloud.put(
    id,
    { ...fields, ...after, ...flags(fields, random) },
    random.oneIn(4) ? oddFields(random) : (extra ?? {}),
  );
  return `elsewhere: put ${id} ${JSON.stringify([after.title, after.text])}`;
};

/**
 * A client that knows marks adds and removes them; `changeElsewhere` is one that does not know marks and
 * leaves them unchanged.
 */
export const markElsewhere: Step = ({ world, random }) => {
  const { cloud, ledger } = random.pick(world.people);
  const documents = cloud.documents();
  if (documents.length === 0) return null;
  const { id, fields, extra } = random.pick(documents);
  const remainingLabels = shownLabels(fields.labels).filter(() => !random.oneIn(3));
  const given = random.oneIn(2) ? [`${ledger.freshLabel()}${OF_ELSEWHERE}`] : [];
  const labels = [...remainingLabels, ...given];
  const otherType = { unknown: { integerValue: '7' } };
  const color = random.pick(['RED', 'BLUE', 'DEFAULT', 'a colour of tomorrow', otherType]);
  ledger.recordLabelChange(
    shownLabels(fields.labels).filter((label) => !remainingLabels.includes(label)),
    given,
  );
  cloud.put(id, { ...fields, labels, color, isPinned: random.oneIn(2) }, extra ?? {});
  return `elsewhere: mark ${id} ${JSON.stringify(color)} ${labels.join()}`;
};

export const addElsewhere: Step = ({ world, random }) => {
  const { cloud, ledger } = random.pick(world.people);
  const id = `elsewhere${random.integer(1e10, 2e10)}` as NoteId;
  const content = freshContent(random, ledger);
  ledger.recordCommit(null, content);
  cloud.put(id, { ...NO_FIELDS, ...content }, {});
  return `elsewhere: add ${id} ${JSON.stringify([content.title, content.text])}`;
};

export const removeElsewhere: Step = ({ world, random }) => {
  const { cloud, ledger } = random.pick(world.people);
  const documents = cloud.documents();
  if (documents.length === 0) return null;
  const { id, fields } = random.pick(documents);
  ledger.recordCommit(fields, null);
  ledger.recordLabelChange(shownLabels(fields.labels), []);
  cloud.remove(id);
  for (const person of world.people) {
    // A device that learns of the removal stores only the last words.
    person.ledger.forgetPast({ id });
    person.mayReturn.add(id);
    person.mustBeShown.clear();
  }
  return `elsewhere: remove ${id}`;
};

/** Writes a document of odd types, over an existing note or under an odd id. */
export const malformElsewhere: Step = ({ world, random }) => {
  const person = random.pick(world.people);
  const { cloud, ledger } = person;
  const documents = cloud.documents();
  const id =
    documents.length > 0 && random.oneIn(2) ? random.pick(documents).id : (random.pick(ODD_IDS) as NoteId);
  // An id belongs to one note in the whole cloud, so another person's id must not be used.
  const others = world.people.filter((otherPerson) => otherPerson !== person);
  if (others.some((otherPerson) => otherPerson.cloud.documents().some((document) => document.id === id)))
    return null;
  const before = documents.find((document) => document.id === id)?.fields ?? null;
  person.mustBeShown.clear();
  const text = ledger.freshWord();
  const drawn = random.integer(1, VARIETIES);
  // A device may have a pending label for a note whose document another client removed.
  const isUnused = before === null && !person.touched.has(id);
  const variety = drawn === VARIETY_OF_MARKS && isUnused ? LABELS_WITHOUT_BOUNDS : drawn;
  cloud.putMalformed(id, text, variety);
  const after = cloud.documents().find((document) => document.id === id)?.fields ?? null;
  ledger.recordCommit(before, after);
  ledger.recordLabelChange(shownLabels(before?.labels ?? null), []);
  return `elsewhere: malformed ${variety} in ${id}`;
};

function flags(before: NoteFields, random: Random) {
  return {
    isArchived: before.isArchived !== random.oneIn(5),
    isDeleted: before.isDeleted !== random.oneIn(5),
  };
}

/** Fields that this app does not know and must preserve. */
function oddFields(random: Random): ExtraFields {
  return {
    colour: { stringValue: random.pick(['red', 'ünïcode \0 🙂']) },
    order: { integerValue: '9007199254740993' },
    map: { mapValue: { 'odd.key`': { arrayValue: [{ nullValue: null }] } } },
  };
}
