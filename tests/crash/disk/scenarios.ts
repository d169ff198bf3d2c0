/**
 * Scenarios for failing disks: the prior contents of the account's folder, and the actions of the user.
 */
import {
  cpSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type AccountStore, openAccountStore } from '#account/opening.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import { type NoteId, TRANSITIONS } from '#shared/note/note.ts';
import type { UpdateTime } from '#shared/note/remote-store.ts';
import { fields } from '#tests/support/fields.ts';
import { fail, heal } from './control.ts';
import { createPerson, NOW, type Person, UID, waitingWordsIn } from './person.ts';
import { listBackups } from '#account/database/backups.ts';

export interface Scenario {
  readonly name: string;
  /**
   * Fills the account's folder, which is empty.
   * @returns the words owed from then on
   */
  readonly prepare: (folder: string) => Promise<Iterable<string>>;
  /** Whether a file is damaged, so that it may be set aside. */
  readonly isDamaged: boolean;
  readonly act: (person: Person, folder: string) => Promise<void>;
}

const PAGE_BYTES = 4096;
/** After this time the account's upkeep looks what there is to do. */
const UNTIL_ROUND_MS = 20_000;
/** After this time the account makes its backup of the day. */
const UNTIL_BACKUP_MS = 60_000;

const open = async (person: Person): Promise<void> => {
  person.open();
  await person.close();
};

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'the first opening, and a note',
    prepare: async () => [],
    isDamaged: false,
    async act(person) {
      person.open();
      add(person, 1);
      await person.close();
    },
  },
  { name: 'opening', prepare: fill, isDamaged: false, act: open },
  { name: 'opening with a backup', prepare: withBackup, isDamaged: false, act: open },
  { name: 'opening after an unclean end', prepare: endedUncleanly, isDamaged: false, act: open },
  {
    name: 'opening a log with a broken frame',
    prepare: withBrokenLog,
    isDamaged: true,
    act: open,
  },
  {
    name: 'opening a damaged file with a backup',
    prepare: damaged,
    isDamaged: true,
    act: open,
  },
  { name: 'opening an older copy', prepare: olderCopy, isDamaged: true, act: open },
  {
    name: 'going on with a salvage',
    async prepare(folder) {
      const words = await damaged(folder);
      await interruptSalvage(folder, words);
      return words;
    },
    isDamaged: true,
    act: open,
  },
  { name: 'writing', prepare: fill, isDamaged: false, act: writeAll },
  {
    name: 'writing among 2,000 notes',
    prepare: (folder) => fill(folder, 2_000),
    isDamaged: false,
    act: writeAll,
  },
  {
    name: 'writing after an end just after a round of the log began',
    prepare: endedAsLogStartedOver,
    isDamaged: false,
    async act(person) {
      person.open();
      add(person, 60);
      add(person, 61);
      await person.close();
    },
  },
  {
    name: 'taking waiting words',
    async prepare(folder) {
      const words = await fill(folder);
      const store = waitingWordsIn(folder);
      await store.add(UID, { place: 'new', content: content(90) });
      const edit = { place: 'edit', id: 'settled1'.padEnd(20, '0') as NoteId } as const;
      await store.add(UID, { ...edit, content: content(1, 91), base: content(1) });
      await store.add(UID, { place: 'note', content: content(92) });
      return [...words, word(90), word(91), word(92)];
    },
    isDamaged: false,
    async act(person) {
      person.open();
      await person.takeWaiting();
      await person.close();
    },
  },
  {
    name: 'making a backup',
    prepare: withBackup,
    isDamaged: false,
    async act(person) {
      person.open();
      add(person, 80);
      await person.pass(UNTIL_BACKUP_MS + DAY_MS);
      await person.close();
    },
  },
  {
    name: 'making the first backup after a commit that was not flushed',
    prepare: fill,
    isDamaged: false,
    async act(person) {
      person.open();
      const id = 'settled6' as NoteId;
      person.write('notes:edit', [UID, id, { title: '', text: 'long '.repeat(10_000) }, content(6)], {});
      person.write('notes:change', [UID, [{ ids: [id], to: TRANSITIONS.trash }]], {});
      await person.pass(UNTIL_ROUND_MS - 1_000);
      person.write('notes:delete-forever', [UID, [id]], { drops: [word(6)] });
      // Upkeep returns the free pages just before it makes the backup, and leaves that to a later checkpoint to flush.
      await person.pass(4_000);
      await person.close();
    },
  },
];

const DAY_MS = 24 * 60 * 60 * 1000;

function word(number: number): string {
  return `word${number}`;
}

function content(...numbers: readonly number[]): { readonly title: string; readonly text: string } {
  return { title: 'A thought', text: numbers.map((number) => `It is ${word(number)}.`).join('\n') };
}

function add(person: Person, number: number): void {
  person.write('notes:add', [UID, content(number), null], { adds: [word(number)] });
}

/** Writes in every way. Each draft and edit has a unique word. */
async function writeAll(person: Person): Promise<void> {
  const settled = (number: number): NoteId => `settled${number}` as NoteId;
  person.open();
  add(person, 60);
  person.write('notes:edit', [UID, settled(1), content(1, 61), content(1)], { adds: [word(61)] });
  person.write('drafts:keep', [UID, { place: 'new', content: content(62) }], { adds: [word(62)] });
  person.write('drafts:keep', [UID, { place: 'new', content: content(62, 63) }], { adds: [word(63)] });
  person.write('notes:add', [UID, content(62, 63), 'new'], {});
  const base = content(2);
  person.write('drafts:keep', [UID, { place: 'edit', id: settled(2), content: content(2, 64), base }], {
    adds: [word(64)],
  });
  person.write('notes:edit', [UID, settled(2), content(2, 64), base], {});
  const edit = { place: 'edit', id: settled(5), content: content(5, 65), base: content(5) } as const;
  person.write('drafts:keep', [UID, edit], { adds: [word(65)] });
  person.write('drafts:discard', [UID, edit, null], {});
  person.write('drafts:keep', [UID, { place: 'quick', content: content(66) }], { adds: [word(66)] });
  person.write(
    'drafts:discard',
    [UID, { place: 'quick', content: content(66) }, { place: 'quick', content: content(67) }],
    { adds: [word(67)] },
  );
  person.write('notes:change', [UID, [{ ids: [settled(3)], to: TRANSITIONS.trash }]], {});
  person.write('notes:delete-forever', [UID, [settled(3)]], { drops: [word(3)] });
  person.write('notes:change', [UID, [{ ids: [settled(4)], to: { isPinned: true } }]], {});
  await person.close();
}

export function openStore(folder: string): AccountStore {
  return openAccountStore({
    file: path.join(folder, 'notes.sqlite'),
    now: () => NOW,
    onFatal(error) {
      throw error;
    },
  });
}

/** Notes in the cloud, notes that are not there yet, and overwritten words. */
async function fill(folder: string, count = 10): Promise<string[]> {
  const store = openStore(folder);
  const words: string[] = [];
  const write = (id: string, number: number, pending: boolean): void => {
    words.push(word(number));
    store.notes.write(noteOf(id, number, pending ? store.notes.nextSequence() : null));
  };
  store.notes.transaction(() => {
    for (let number = 1; number <= count; number += 1)
      // From 40 on, the numbers belong to other notes.
      write(`settled${number}`, number < 40 ? number : 1_000 + number, false);
    for (let number = 40; number < 45; number += 1) write(`pending${number}`, number, true);
    write('pending40', 45, true);
    store.notes.setLoaded();
  });
  store.close();
  return words;
}

function noteOf(id: string, number: number, sequence: number | null): NoteRecord {
  const { title, text } = content(number);
  const local = fields(title, text);
  const remote = sequence === null ? local : fields('before', 'before');
  return {
    id: id as NoteId,
    local,
    remote: { fields: remote, updateTime: '000000000001.000000000' as UpdateTime },
    extra: {},
    created: number,
    pending: sequence === null ? null : { sequence, revision: 1, attempts: [], refused: null },
  };
}

async function withBackup(folder: string): Promise<string[]> {
  const words = await fill(folder);
  const person = createPerson(folder, words);
  person.open();
  await person.pass(UNTIL_BACKUP_MS);
  await person.close();
  if (listBackups(path.join(folder, 'notes.sqlite')).length === 0) throw new Error('There is no backup.');
  return words;
}

/** The user has restored a copy of the database; only a backup has the words written since. */
async function olderCopy(folder: string): Promise<string[]> {
  const words = await fill(folder);
  const file = path.join(folder, 'notes.sqlite');
  const copy = readFileSync(file);
  const person = createPerson(folder, words);
  person.open();
  for (let number = 50; number < 53; number += 1) add(person, number);
  await person.pass(UNTIL_BACKUP_MS);
  await person.close();
  if (listBackups(file).length === 0) throw new Error('There is no backup.');
  writeFileSync(file, copy);
  return [...person.owed];
}

/** The app was killed: the log beside the file has the last words. */
async function endedUncleanly(folder: string): Promise<string[]> {
  const words = await fill(folder);
  const person = createPerson(folder, words);
  person.open();
  for (let number = 50; number < 58; number += 1) add(person, number);
  const copy = `${folder}.killed`;
  cpSync(folder, copy, { recursive: true });
  person.end();
  rmSync(folder, { recursive: true });
  cpSync(copy, folder, { recursive: true, filter: (name) => !name.endsWith('-shm') });
  rmSync(copy, { recursive: true });
  return [...person.owed];
}

/**
 * The app was killed when only the header of the log's new round was written. SQLite numbers the next round at random,
 * and the frames of the round before are still behind it.
 */
async function endedAsLogStartedOver(folder: string): Promise<string[]> {
  const words = await fill(folder);
  const file = path.join(folder, 'notes.sqlite');
  const store = openStore(folder);
  for (let number = 50; number < 58; number += 1)
    store.notes.write(noteOf(`pending${number}`, number, store.notes.nextSequence()));
  store.erasure.checkpoint();
  const before = readFileSync(`${file}-wal`);
  store.drafts.store({ place: 'quick', content: content(59) });
  const header = readFileSync(`${file}-wal`).subarray(0, LOG_HEADER);
  store.abandon();
  if (header.equals(before.subarray(0, LOG_HEADER))) throw new Error('The log did not start over.');
  writeFileSync(`${file}-wal`, Buffer.concat([header, before.subarray(LOG_HEADER)]));
  rmSync(`${file}-shm`, { force: true });
  return [...words, ...Array.from({ length: 8 }, (_, index) => word(50 + index))];
}

const LOG_HEADER = 32;
const FRAME_BYTES = 24 + PAGE_BYTES;

/** A sector in the middle of the log is broken. Each of its pages is also in a later commit. */
async function withBrokenLog(folder: string): Promise<string[]> {
  const words = await endedUncleanly(folder);
  const log = path.join(folder, 'notes.sqlite-wal');
  const frames = Math.floor((readFileSync(log).length - LOG_HEADER) / FRAME_BYTES);
  overwrite(log, LOG_HEADER + Math.floor(frames / 2) * FRAME_BYTES + 1_024, Buffer.alloc(512, 0xa5));
  return words;
}

/** The notes are unreadable, the outbox and the backup are not. */
async function damaged(folder: string): Promise<string[]> {
  const words = await withBackup(folder);
  const file = path.join(folder, 'notes.sqlite');
  const db = new Database(file);
  const page = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'notes'").pluck().get());
  db.close();
  overwrite(file, (page - 1) * PAGE_BYTES, Buffer.alloc(PAGE_BYTES));
  // Makes the next opening check every page.
  writeFileSync(`${file}-wal`, '');
  return words;
}

function overwrite(file: string, at: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  try {
    const before = Buffer.alloc(bytes.length);
    readSync(descriptor, before, 0, bytes.length, at);
    if (before.equals(bytes)) throw new Error('This damaged nothing.');
    writeSync(descriptor, bytes, 0, bytes.length, at);
  } finally {
    closeSync(descriptor);
  }
}

/** Interrupts a salvage, as a disk does that fills up in the middle. */
async function interruptSalvage(folder: string, words: Iterable<string>): Promise<void> {
  const person = createPerson(folder, words);
  fail({ at: 400, error: 'ENOSPC', once: false });
  if (person.open()) throw new Error('The salvage was not interrupted.');
  heal();
  person.end();
}
