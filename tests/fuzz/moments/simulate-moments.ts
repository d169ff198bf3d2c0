/**
 * One run of moments: one or two computers work on an account, their files are put together from any
 * moments, perhaps damaged, and opened. Every word that nobody deleted and that has a copy must be there.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { isBeyondCheck } from '#account/database/store-error.ts';
import { type AccountStore, markFailure, openAccountStore } from '#account/opening.ts';
import { makeDailyBackup } from '#account/upkeep/daily-backup.ts';
import { hasCode } from '#shared/base/error.ts';
import { type Damage, damageFile } from '../disk/damage.ts';
import { createRandomFor } from '../random.ts';
import type { Run } from '../run.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { immediateFileJobs } from '../simulated/file-jobs.ts';
import { compose, isOwnLogIn } from './compose.ts';
import { type Files, type History, NOW, runComputer } from './computer.ts';
import { wordsAtEnd, wordsInFiles } from './owed.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const [COMPOSING_PART, DAMAGE_PART] = [10_000, 20_000];

export async function simulateMoments(seed: number): Promise<Run> {
  const folder = mkdtempSync(path.join(scratchFolder(), 'inkling-moments-'));
  try {
    const random = createRandomFor(seed, COMPOSING_PART);
    const names = random.oneIn(3) ? ['a', 'b'] : ['a'];
    const computers = names.map((name, at) =>
      runComputer(name, path.join(folder, name), createRandomFor(seed, at)),
    );
    const composition = compose(computers, random);
    const account = path.join(folder, 'account');
    writeFiles(account, composition.files);
    const before = treesOf(composition.files.get('notes.sqlite'));
    const wasOwnLog = isOwnLogIn(composition.files, computers);
    // Without any fault the run would only show that sound files are opened.
    const isFaulty = !composition.isStored || !wasOwnLog;
    const damage = damageSome(seed, account, folder, computers, before, isFaulty ? 3 : 1);
    const files = readBack(account, composition.files);
    const isOwnLog =
      damage?.how.kind === 'older copy' ? isOwnLogIn(files, computers) : !composition.isStored || wasOwnLog;
    const end = computers
      .map(({ moments }) => wordsAtEnd(moments.at(-1)))
      .reduce((all, words) => all.union(words), new Set<string>());
    const held = isOwnLog ? wordsInFiles(composition, true).intersection(end) : new Set<string>();
    const pageDamage = damage?.how.kind === 'page' && damage.how.with !== 'older page' ? damage.how : null;
    const readable = wordsInFiles({ ...composition, files }, isOwnLog).intersection(end);
    // In a file that seems sound nothing is missing, so damage elsewhere in it does not make a backup's words owed.
    const owed = pageDamage !== null && isOwnLog ? readable.intersection(held) : readable;
    const { found, unread, isGone } = await openAndRead(path.join(account, 'notes.sqlite'));
    const inCloud = new Set(computers.flatMap((one) => one.inCloud.flatMap(wordsIn)));
    const missing = [...owed].filter((word) => !found.has(word) && !inCloud.has(word));
    const problems = missing.length === 0 ? [] : [`lost: ${missing.join(', ')} of ${owed.size}`];
    const page = damage?.file === 'notes.sqlite' ? pageDamage : null;
    if (page !== null && isOwnLog && composition.isStored) {
      const isOfWords = TREES_WITH_WORDS.has(before.get(page.number) ?? '');
      const pushed = new Set(computers.flatMap((one) => one.pushed.flatMap(wordsIn)));
      const isLost = [...held].some((word) => !found.has(word) && !pushed.has(word));
      if (!isOfWords && unread > 0)
        problems.push(`[S11] a file without a lost word stays: page ${page.number} was damaged`);
      if (isLost && isGone)
        problems.push(`[S11] the only file with unread words goes: page ${page.number} was damaged`);
    }
    return {
      seed,
      problems,
      steps: [
        ...computers.map(({ computer, steps }) => `${computer}: ${steps.join(', ')}`),
        ...composition.steps,
        ...(damage === null ? [] : [`damage: ${JSON.stringify(damage)}`]),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeFiles(folder: string, files: Files): void {
  mkdirSync(path.join(folder, 'backups'), { recursive: true });
  for (const [name, bytes] of files) writeFileSync(path.join(folder, name), bytes);
}

function readBack(folder: string, files: Files): Map<string, Buffer> {
  return new Map(
    [...files.keys()]
      .filter((name) => existsSync(path.join(folder, name)))
      .map((name) => [name, readFileSync(path.join(folder, name))]),
  );
}

/** The trees whose pages have words of their own. */
const TREES_WITH_WORDS: ReadonlySet<string> = new Set(['notes', 'drafts', 'history']);

/** The tables without words that a salvage reads. If one is damaged, the file is not whole. */
const TABLES_WITHOUT_WORDS: ReadonlySet<string> = new Set([
  'cache',
  'outbox',
  'answers',
  'notices',
  'doubts',
]);

/** The table or index of each page of a sound file; empty for any other file. */
function treesOf(file: Buffer | undefined): ReadonlyMap<number, string> {
  if (file === undefined) return new Map();
  const bytes = Buffer.from(file).fill(1, 18, 20);
  try {
    const db = new Database(bytes);
    try {
      const pages = db.prepare<[], { pageno: number; name: string }>('SELECT pageno, name FROM dbstat').all();
      return new Map(pages.map(({ pageno, name }) => [pageno, name]));
    } finally {
      db.close();
    }
  } catch {
    return new Map();
  }
}

/**
 * @param oneOf of how many runs one has damage
 * @returns the damage; null without any
 */
function damageSome(
  seed: number,
  account: string,
  folder: string,
  computers: readonly History[],
  trees: ReadonlyMap<number, string>,
  oneOf: number,
): Damage | null {
  const random = createRandomFor(seed, DAMAGE_PART);
  if (!random.oneIn(oneOf)) return null;
  const name = random.pick(['notes.sqlite', 'notes.sqlite-wal']);
  const earlier = path.join(folder, 'earlier');
  const bytes = random.pick(random.pick(computers).moments).get(name);
  if (bytes !== undefined) writeFileSync(earlier, bytes);
  const wordless = [...trees].filter(([page, tree]) => page > 1 && !TREES_WITH_WORDS.has(tree));
  const tables = wordless.filter(([, tree]) => TABLES_WITHOUT_WORDS.has(tree));
  const aimed = name === 'notes.sqlite' && tables.length > 0 && random.oneIn(2);
  const page = aimed ? random.pick(random.oneIn(2) ? tables : wordless)[0] : null;
  return damageFile(path.join(account, name), earlier, random, page);
}

/**
 * Opens the account as its thread does, and again after damage. Meanwhile days pass, and backups are made.
 * Then the cloud takes everything.
 * @returns all words that the account has, how many damaged files keep it, and whether no damaged file is left
 */
async function openAndRead(
  file: string,
): Promise<{ found: ReadonlySet<string>; unread: number; isGone: boolean }> {
  for (let day = 1; day <= 3; day += 1) {
    const store = openAndTouch(file);
    const result = await makeDailyBackup(
      file,
      { number: store.number(), lastRemoval: store.erasure.lastRemoval() },
      Date.now() + day * DAY_MS,
      immediateFileJobs(),
    );
    store.close();
    if (result.kind === 'damaged') markFailure(file, { damaged: false, reason: result.cause });
    else if (result.kind !== 'done') throw new Error(`The backup ${result.kind}`);
  }
  markFailure(file, { damaged: false, reason: 'The end of the run.' });
  const store = open(file);
  store.notes.setConfirmed();
  store.removeSafeFiles();
  const unread = store.unreadCount();
  store.close();
  const damaged = path.join(path.dirname(file), 'damaged');
  const isGone = !existsSync(damaged) || readdirSync(damaged).length === 0;
  return { found: wordsInTables(file), unread, isGone };
}

function wordsIn(content: string): readonly string[] {
  return content.match(/\b[ab]\d{4}\b/g) ?? [];
}

function wordsInTables(file: string): ReadonlySet<string> {
  const db = new Database(file, { readonly: true });
  try {
    const contents = db
      .prepare<[], string>(
        ['notes WHERE is_gone = 0', 'drafts', 'history']
          .map((table) => `SELECT concat_ws(' ', title, text) FROM ${table}`)
          .join(' UNION ALL '),
      )
      .pluck()
      .all();
    return new Set(contents.flatMap(wordsIn));
  } finally {
    db.close();
  }
}

/** Opens the account, again if the connection finds damage, and changes it, so that a backup is due. */
function openAndTouch(file: string): AccountStore {
  const store = open(file);
  try {
    touch(store);
    return store;
  } catch (error) {
    if (!hasCode(error, 'store-damaged')) throw error;
  }
  const successor = open(file);
  touch(successor);
  return successor;
}

function open(file: string): AccountStore {
  return openAccountStore({
    file,
    now: () => NOW,
    onFatal: (error) => markFailure(file, { damaged: isBeyondCheck(error), reason: error }),
  });
}

function touch(store: AccountStore): void {
  store.notes.transaction(() => store.notes.nextSequence());
}
