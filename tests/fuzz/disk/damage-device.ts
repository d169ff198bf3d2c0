/**
 * Damages a device's files in a run, and tells the ledger which words no longer have a readable copy: all
 * others stay owed.
 */
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { markFailure } from '#account/opening.ts';
import type { Device } from '../device.ts';
import { type Words, wordsOf } from '../ledger.ts';
import type { Person } from '../people.ts';
import { type Random, weighted } from '../random.ts';
import { readRecords } from '../records.ts';
import type { World } from '../world.ts';
import { type Damage, damageFile, mixes } from './damage.ts';
import { readFiles, readStates } from './pages.ts';
import {
  type Contents,
  readContents,
  survivingWords,
  waitingEntries,
  wordsWhileRunning,
} from './surviving-words.ts';

/**
 * The known damage to one person's files on one device, as long as the database is the same file.
 */
interface Watch {
  /** Contents of the files before each damage, for finding rows that no page leads to any more. */
  readonly before: Contents[];
  /**
   * If the file may hold a page from another time: the words that it had when this was last known. SQLite
   * cannot detect such a page and may therefore overwrite sound rows, so at each opening only the words
   * readable then are owed. Null if the file holds no such page.
   */
  mixed: Set<string> | null;
  /**
   * After damage while the app runs: the words that the process may overwrite unknowingly, and those that it
   * writes after the damage. They are owed if they are readable at the next opening. Null after that.
   */
  atRisk: Set<string> | null;
  /** Damaged files that were set aside before. */
  readonly setAside: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
const watches = new WeakMap<Device, Map<Person, Watch>>();
const damagedFor = new WeakMap<Device, Set<Person>>();

/**
 * Whether this person's files on this device were ever damaged: its history may have salvaged words.
 */
export function wereFilesDamaged(device: Device, person: Person): boolean {
  return damagedFor.get(device)?.has(person) === true;
}

/**
 * Records that a power cut may have left a log with frames behind a break, which the app considers damaged.
 */
export function recordPowerCut(device: Device, person: Person): void {
  if (readStates(readFiles(device.filesOf(person).database)).length === 1) return;
  person.damaged = true;
  damagedFor.set(device, (damagedFor.get(device) ?? new Set()).add(person));
}

/** Records that words became durable on the device. Its file may have damage that nothing has noticed yet. */
export function recordWrite(device: Device, person: Person, content: Words | null): void {
  const watch = watches.get(device)?.get(person);
  for (const word of wordsOf(content)) {
    watch?.mixed?.add(word);
    watch?.atRisk?.add(word);
  }
}

/** Copies the files of a person's account as they are now, for damage that restores an earlier state. */
export function rememberFiles(device: Device, person: Person): boolean {
  const { folder } = device.filesOf(person);
  if (!existsSync(folder)) return false;
  rmSync(earlierOf(folder), { recursive: true, force: true });
  cpSync(folder, earlierOf(folder), {
    recursive: true,
    filter: (name) => !name.endsWith('-shm') && !name.endsWith('.tmp'),
  });
  return true;
}

/** What to damage: a file with this name, and the damage as `damageFile` takes it. */
export interface Aim {
  readonly name: string;
  readonly how?: number | 'older copy';
}

/**
 * @param only what to damage; null for anything
 * @returns the damage; null if nothing could be damaged
 */
export function damageDevice(
  world: World,
  device: Device,
  person: Person,
  random: Random,
  when: 'running' | 'closed',
  only: Aim | null = null,
): string | null {
  const { folder } = device.filesOf(person);
  const waiting = waitingEntries(folder).map((file) => [file, 1] as const);
  const files = [...(existsSync(folder) ? filesIn(folder) : []), ...waiting].filter(
    ([file]) => only === null || path.basename(file) === only.name,
  );
  if (files.length === 0) return null;
  const file = random.pick(weighted(files));
  const watch = watchOf(device, person);
  const before = contentsOf(device, person);
  const written = (watch.mixed ?? NONE).union(watch.atRisk ?? NONE);
  const stood = readableWords(watch, before).union(written);
  const earlier = path.join(earlierOf(folder), path.relative(folder, file));
  const damage = damageFile(file, earlier, random, only?.how ?? null);
  if (damage === null) return null;
  if (OF_NOTES.test(damage.file)) {
    person.damaged = true;
    person.mustBeShown.clear();
    damagedFor.set(device, (damagedFor.get(device) ?? new Set()).add(person));
    world.expected = null;
  }
  const after = contentsOf(device, person);
  watch.before.push(before);
  if (mixes(damage)) watch.mixed ??= new Set();
  forgive(world, device, person, stood, after);
  if (when === 'running') {
    const atRisk = readableWords(watch, after).difference(wordsWhileRunning(before, after));
    watch.atRisk = (watch.atRisk ?? NONE).union(atRisk);
  }
  return `${describe(damage)} while ${when}`;
}

/**
 * Damages a table. No connection may have the files open. The notes themselves stay readable, so unpushed
 * words must be shown afterwards, and not only be in the history (S13.4), even without the outbox.
 */
export function damageTable(
  world: World,
  device: Device,
  person: Person,
  random: Random,
  table: 'outbox' | 'history' | 'drafts',
): string | null {
  const { database } = device.filesOf(person);
  if (wereFilesDamaged(device, person) || !existsSync(database)) return null;
  const page = readRoot(database, table);
  const inCloud = new Set(person.cloud.documents().flatMap(({ fields }) => wordsOf(fields)));
  const waiting = readRecords(database)
    .flatMap(({ fields }) => wordsOf(fields))
    .filter((word) => !inCloud.has(word));
  const done = damageDevice(world, device, person, random, 'closed', {
    name: path.basename(database),
    how: page,
  });
  for (const word of waiting) person.mustBeShown.add(word);
  // Makes the next opening check every page, as after a crash.
  writeFileSync(`${database}-wal`, '');
  return done === null ? null : `${done}, where ${table} begins`;
}

/** The first page of a table. Afterwards the file has everything from its log. */
function readRoot(database: string, table: string): number {
  const db = new Database(database);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
    return Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table));
  } finally {
    db.close();
  }
}

const FILLER_ROWS = 17;
const FILLER_LENGTH = 2 ** 20;

/**
 * Makes the database too large to be checked at once after an unclean end. No connection may have it open.
 */
export function growDatabase(device: Device, person: Person): boolean {
  const { database } = device.filesOf(person);
  if (!existsSync(database)) return false;
  const db = new Database(database);
  try {
    const insert = db.prepare(
      `INSERT INTO history (note_id, text, is_archived, is_deleted, created, extra, removed, stored_at)
       VALUES ('filler', ?, 0, 0, 0, '{}', 0, 0)`,
    );
    for (let row = 0; row < FILLER_ROWS; row += 1) insert.run('x'.repeat(FILLER_LENGTH));
    return true;
  } catch {
    // The database is damaged.
    return false;
  } finally {
    db.close();
  }
}

/**
 * Marks the files as if the disk had failed once: the next opening checks every page and finds all damage.
 */
export function distrustFiles(device: Device, person: Person): void {
  const { database } = device.filesOf(person);
  if (person.damaged && existsSync(database))
    markFailure(database, { damaged: false, reason: 'The end of the run.' });
}

/** Called before an account's files are opened. */
export function judgeAtOpening(world: World, device: Device, person: Person): void {
  if (waitingEntries(device.filesOf(person).folder).length > 0) {
    // The typed words may become a separate note.
    person.uncertain = true;
    world.expected = null;
  }
  const watch = watchOf(device, person);
  const doubtful = (watch.mixed ?? NONE).union(watch.atRisk ?? NONE);
  if (doubtful.size > 0) forgive(world, device, person, doubtful, contentsOf(device, person));
  watch.atRisk = null;
  const { database } = device.filesOf(person);
  // A new database takes its place.
  if (!existsSync(database) && !existsSync(`${database}-wal`)) watches.get(device)?.delete(person);
}

/** The known damage of the present file: none if it replaced a file that was set aside. */
function watchOf(device: Device, person: Person): Watch {
  const deviceWatches = watches.get(device) ?? new Map<Person, Watch>();
  watches.set(device, deviceWatches);
  const names = path.join(device.filesOf(person).folder, 'damaged');
  const setAside = new Set(
    existsSync(names) ? readdirSync(names).filter((name) => !name.endsWith('.unfinished')) : [],
  );
  const watch = deviceWatches.get(person);
  if (watch !== undefined && setAside.isSubsetOf(watch.setAside)) return watch;
  const fresh: Watch = { before: [], mixed: null, atRisk: null, setAside };
  deviceWatches.set(person, fresh);
  return fresh;
}

/** All words with a readable copy in the files, even if no page leads to it any more. */
function readableWords({ before }: Watch, now: Contents, withDrafts = true): Set<string> {
  return [null, ...before].reduce(
    (words, earlier) => words.union(survivingWords(earlier, now, withDrafts)),
    new Set<string>(),
  );
}

/**
 * Words that were on the device and are no longer readable there, in the cloud or on another device are no
 * longer owed. Words that were nowhere before stay owed, because the disk did not lose them.
 */
function forgive(
  world: World,
  device: Device,
  person: Person,
  stood: ReadonlySet<string>,
  now: Contents,
): void {
  const watch = watchOf(device, person);
  const here = readableWords(watch, now);
  person.ledger.losePast(device.name, stood.difference(readableWords(watch, now, false)));
  if (watch.mixed !== null) watch.mixed = here;
  const gone = stood.difference(here);
  if (gone.size === 0) return;
  const others = world.devices
    .filter((otherDevice) => otherDevice !== device)
    .map((otherDevice) => readableWords(watchOf(otherDevice, person), contentsOf(otherDevice, person)));
  const cloud = new Set(person.cloud.documents().flatMap(({ fields }) => wordsOf(fields)));
  person.ledger.lose(
    others.reduce((lostWords, words) => lostWords.difference(words), gone.difference(cloud)),
  );
}

function contentsOf(device: Device, person: Person): Contents {
  const { database, folder } = device.filesOf(person);
  return readContents(database, waitingEntries(folder));
}

const OF_NOTES = /^notes\.sqlite(-wal)?$/;

/** The account's files, each with its weight in the choice of damage. */
function filesIn(folder: string): (readonly [string, number])[] {
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('damaged') && !name.endsWith('-shm'))
      .toSorted()
      .map((name) => path.join(folder, name))
      // An incomplete backup may have disappeared by now.
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
      .map((file) => [file, weightOf(path.basename(file))] as const)
  );
}

function weightOf(name: string): number {
  if (name === 'notes.sqlite') return 12;
  return name === 'notes.sqlite-wal' ? 10 : 1;
}

function earlierOf(folder: string): string {
  return path.join(path.dirname(path.dirname(folder)), `earlier-${path.basename(folder)}`);
}

function describe({ file, how }: Damage): string {
  if (how.kind === 'sectors') {
    const places = how.sectors.map(({ frame, at, length }) => `${length} bytes from ${at} (frame ${frame})`);
    return `${how.with} in ${places.join(' and ')} of ${file}`;
  }
  if (how.kind === 'page') return `${how.with} in page ${how.number} of ${file}`;
  return `${file} ${how.kind === 'cut' ? `cut to ${how.to} bytes` : how.kind}`;
}
