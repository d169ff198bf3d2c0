/**
 * Damages a device's files in a run, and tells the ledger which words have no readable copy any more: all others are owed as
 * before.
 */
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { markFailure } from '#account/store/account-store.ts';
import type { Device } from '../device.ts';
import { wordsOf } from '../ledger.ts';
import type { Person } from '../people.ts';
import { type Random, weighted } from '../random.ts';
import type { World } from '../world.ts';
import { type Damage, damageFile } from './damage.ts';
import { type Contents, readContents, survivingWords, typedWordsFiles } from './surviving-words.ts';

/**
 * Devices whose file may hold a page that belongs to another time. SQLite cannot tell, and may write over sound rows because
 * of it: at each opening only what can be read then is owed.
 */
const mixed = new WeakMap<Device, Set<Person>>();

/** Copies the files of a person's account as they are now, for damage that puts an earlier state in place. */
export function rememberFiles(device: Device, person: Person): boolean {
  const { folder } = device.filesOf(person);
  if (!existsSync(folder)) return false;
  rmSync(earlierOf(folder), { recursive: true, force: true });
  cpSync(folder, earlierOf(folder), {
    recursive: true,
    filter: (name) => !name.endsWith('-shm') && !name.includes('.sqlite.tmp'),
  });
  return true;
}

/** @returns what was done, null where nothing could be */
export function damageDevice(
  world: World,
  device: Device,
  person: Person,
  random: Random,
  when: 'running' | 'closed',
): string | null {
  const { folder } = device.filesOf(person);
  const files = existsSync(folder) ? filesIn(folder) : [];
  if (files.length === 0) return null;
  const file = random.pick(weighted(files));
  const before = contentsOf(device, person);
  const damage = damageFile(file, path.join(earlierOf(folder), path.relative(folder, file)), random);
  if (damage === null) return null;
  if (OF_NOTES.test(damage.file)) {
    person.damaged = true;
    world.expected = null;
  }
  const after = contentsOf(device, person, when === 'running');
  if (mixes(damage, when) || !after.hasSchemaCopy)
    mixed.set(device, (mixed.get(device) ?? new Set()).add(person));
  forgive(world, device, person, survivingWords(before, after));
  return `${describe(damage)} while ${when}`;
}

const FILLER_ROWS = 17;
const FILLER_LENGTH = 2 ** 20;

/** Makes the database larger than what is looked through at once after an unclean end. Nobody has it open. */
export function growDatabase(device: Device, person: Person): boolean {
  const { database } = device.filesOf(person);
  if (!existsSync(database)) return false;
  const db = new Database(database);
  try {
    const insert = db.prepare(
      `INSERT INTO history (note_id, text, is_archived, is_deleted, created, extra, removed, kept_at)
       VALUES ('filler', ?, 0, 0, 0, '{}', 0, 0)`,
    );
    for (let row = 0; row < FILLER_ROWS; row += 1) insert.run('x'.repeat(FILLER_LENGTH));
    return true;
  } catch {
    // It is damaged.
    return false;
  } finally {
    db.close();
  }
}

/** Damage that nothing has met yet is met at the next opening, as if the disk had failed once: every page is looked at. */
export function distrustFiles(device: Device, person: Person): void {
  const { database } = device.filesOf(person);
  if (person.damaged && existsSync(database))
    markFailure(database, { damaged: false, reason: 'The end of the run.' });
}

/** Called before an account's files are opened. */
export function judgeAtOpening(world: World, device: Device, person: Person): void {
  if (typedWordsFiles(device.filesOf(person).folder).length > 0) {
    // What was typed meanwhile may become a note of its own.
    person.uncertain = true;
    world.expected = null;
  }
  if (mixed.get(device)?.has(person) !== true) return;
  forgive(world, device, person, survivingWords(null, contentsOf(device, person)));
}

/** What is neither readable here, nor in the cloud, nor on another device, is not owed any more. */
function forgive(world: World, device: Device, person: Person, here: ReadonlySet<string>): void {
  const others = world.devices
    .filter((other) => other !== device)
    .flatMap((other) => [...survivingWords(null, contentsOf(other, person))]);
  const cloud = person.cloud.documents().flatMap(({ fields }) => wordsOf(fields));
  person.ledger.lostAllBut(new Set([...here, ...others, ...cloud]));
  person.ledger.pastLostAllBut(device.name, here);
}

function contentsOf(device: Device, person: Person, whenRunning = false): Contents {
  const { database, folder } = device.filesOf(person);
  const clock = device.clockWasWrong ? 'doubtful' : 'right';
  return readContents(database, typedWordsFiles(folder), clock, whenRunning);
}

const OF_NOTES = /^notes\.sqlite(-wal|[.-]schema.*)?$/;

/** An older page among newer ones; a log that goes on behind a damaged frame; a file that is not the one that is written. */
function mixes({ file, how }: Damage, when: 'running' | 'closed'): boolean {
  if (how.kind === 'older copy') return true;
  if (how.kind === 'page' && how.with === 'older page') return true;
  return when === 'running' && (how.kind === 'missing' || file.endsWith('-wal'));
}

/** The account's files, each with how often it is damaged. */
function filesIn(folder: string): (readonly [string, number])[] {
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('damaged') && !name.endsWith('-shm'))
      .toSorted()
      .map((name) => path.join(folder, name))
      // A backup that is being made may be gone by now.
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
      .map((file) => [file, weightOf(path.basename(file))] as const)
  );
}

function weightOf(name: string): number {
  if (name === 'notes.sqlite') return 12;
  return name === 'notes.sqlite-wal' ? 6 : 1;
}

function earlierOf(folder: string): string {
  return path.join(path.dirname(path.dirname(folder)), `earlier-${path.basename(folder)}`);
}

function describe({ file, how }: Damage): string {
  if (how.kind === 'page') return `${how.with} in page ${how.number} of ${file}`;
  return `${file} ${how.kind === 'cut' ? `cut to ${how.to} bytes` : how.kind}`;
}
