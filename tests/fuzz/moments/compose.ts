/**
 * Puts an account's folder together from several moments, as programs do that copy or restore files one by
 * one, and as a disk does that reports writes as done and never stores them.
 */
import type { Random } from '../random.ts';
import { countFrames, PAGE_SIZE, readStates } from '../disk/pages.ts';
import { readRows } from '../disk/rows.ts';
import type { Files, History } from './computer.ts';

export interface Composition {
  readonly files: Map<string, Buffer>;
  /** The moments that it was made from. Their rows may be in it. */
  readonly origins: readonly Files[];
  /** Whether every reported write was stored. */
  readonly isStored: boolean;
  /** Whether the backups are of another computer than the database. */
  readonly areBackupsForeign: boolean;
  readonly steps: readonly string[];
}

const DATABASE = 'notes.sqlite';
const LOG = 'notes.sqlite-wal';
const isBackup = (name: string): boolean => name.startsWith('backups');
const isHelper = (name: string): boolean => !isBackup(name) && name !== DATABASE && name !== LOG;

export function compose(computers: readonly History[], random: Random): Composition {
  const pick = (): readonly [History, number] => {
    const history = random.pick(computers);
    return [history, random.integer(0, history.moments.length - 1)];
  };
  const main = pick();
  /** Other files are of the same moment, of one shortly before or after it, or of any other. */
  const pickNear = (): readonly [History, number] => {
    const [history, at] = main;
    if (random.oneIn(3)) return pick();
    const near = at + random.pick([0, 0, 0, -8, -4, -2, -1, 1, 2, 4, 8]);
    return [history, Math.min(Math.max(near, 0), history.moments.length - 1)];
  };
  const filesAt = ([{ moments }, at]: readonly [History, number]): Files => moments[at] ?? new Map();
  const [log, backups, helpers] = [pickNear(), pickNear(), pickNear()];
  const lost = random.oneIn(2) ? loseWrites(main, random) : null;
  const base = lost?.files ?? filesAt(main);
  // The log of another moment over such a file is a second fault, which nothing in the two can show.
  const logFiles = lost === null ? filesAt(log) : base;
  // If the app was closed, the disk alone is at fault: nobody has copied or restored a file.
  const isUntouched = lost?.isClosed === true;
  const [backupFiles, helperFiles] = isUntouched ? [base, base] : [filesAt(backups), filesAt(helpers)];
  // A user who copies a backup to the place of the database does not know of the log.
  const isRestored = random.oneIn(3) && lost === null && hasCommits(logFiles);
  const restored = isRestored ? newestBackup(base) : null;
  const files = new Map<string, Buffer>([
    ...chosen(base, (name) => name === DATABASE),
    ...(restored ?? []),
    ...chosen(logFiles, (name) => name === LOG),
    ...chosen(backupFiles, isBackup),
    ...chosen(helperFiles, isHelper),
  ]);
  const nameOf = ([{ computer }, at]: readonly [History, number]): string => `${computer} ${at}`;
  return {
    files,
    isStored: lost === null,
    areBackupsForeign: !isUntouched && backups[0] !== main[0],
    origins: [
      filesAt(main),
      logFiles,
      backupFiles,
      ...(lost?.origins ?? []),
      ...(restored === null ? [] : [restored]),
    ],
    steps: [
      `${restored === null ? 'database' : 'newest backup as the database'} of ${nameOf(main)}${lost === null ? '' : `, ${lost.what}`}, log of ${logFiles === base ? 'the same' : nameOf(log)}, ${isUntouched ? 'all other files of the same' : `backups of ${nameOf(backups)}, helper files of ${nameOf(helpers)}`}`,
    ],
  };
}

/** A database that is the newest backup; null without any. */
function newestBackup(files: Files): Files | null {
  const newest = [...files.keys()].filter(isBackup).toSorted().at(-1);
  const bytes = newest === undefined ? undefined : files.get(newest);
  return bytes === undefined ? null : new Map([[DATABASE, bytes]]);
}

/** Whether this log was once on a disk together with this database, or has no commits. */
export function isOwnLogIn(files: Files, computers: readonly History[]): boolean {
  return (
    !hasCommits(files) ||
    computers.some(({ moments }) =>
      moments.some((moment) => [DATABASE, LOG].every((name) => isSame(moment.get(name), files.get(name)))),
    )
  );
}

function hasCommits(files: Files): boolean {
  return countFrames(files.get(LOG) ?? Buffer.alloc(0)) > 0;
}

function chosen(files: Files, which: (name: string) => boolean): (readonly [string, Buffer])[] {
  return [...files].filter(([name]) => which(name));
}

function isSame(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other);
}

interface LostWrites {
  /** Whether the app was closed, so that there is no log. */
  readonly isClosed: boolean;
  readonly files: Files;
  readonly origins: readonly Files[];
  readonly what: string;
}

/**
 * A checkpoint was reported as done, and only some of its pages were stored: the next one at or after this moment
 * or, in half of the runs, the last one after which the log was removed.
 * @returns null if there was no such checkpoint
 */
function loseWrites([{ moments }, from]: readonly [History, number], random: Random): LostWrites | null {
  const databaseAt = (at: number): Buffer => moments[at]?.get(DATABASE) ?? Buffer.alloc(0);
  const checkpoints = [...moments.keys()].filter(
    (at) => databaseAt(at - 1).length > 0 && !databaseAt(at - 1).equals(databaseAt(at)),
  );
  const isClosed = random.oneIn(2);
  const at = isClosed
    ? checkpoints.findLast((one) => moments[one]?.has(LOG) === false)
    : checkpoints.find((one) => one >= from);
  if (at === undefined) return null;
  const [before, after] = [databaseAt(at - 1), databaseAt(at)];
  const bytes = Buffer.from(after);
  const changed = Array.from({ length: after.length / PAGE_SIZE }, (_, page) => page * PAGE_SIZE).filter(
    (start) => !before.subarray(start, start + PAGE_SIZE).equals(after.subarray(start, start + PAGE_SIZE)),
  );
  if (changed.length === 0) return null;
  const lostPages = isClosed ? [pickPageOfRows(after, changed, random)] : pickSome(changed, random);
  for (const start of lostPages) {
    bytes.fill(0, start, start + PAGE_SIZE);
    before.subarray(start, start + PAGE_SIZE).copy(bytes, start);
  }
  // Without a clean close, the log is still there, perhaps from its next round on.
  const later = isClosed ? at : Math.min(at + random.pick([0, 0, 1, 2]), moments.length - 1);
  const isLater = isSame(moments[later]?.get(DATABASE), after);
  const around = isLater ? moments[later] : moments[at];
  return {
    isClosed,
    files: new Map([...(around ?? []), [DATABASE, bytes]]),
    origins: [moments[at - 1], moments[at], around].filter((files) => files !== undefined),
    what: `${new Set(lostPages).size} pages of the checkpoint before ${at} never stored`,
  };
}

/** Few pages, or any share of them. */
function pickSome(pages: readonly number[], random: Random): readonly number[] {
  const share = random.integer(1, 9);
  const few = Array.from({ length: random.integer(1, 3) }, () => random.pick(pages));
  return random.oneIn(2) ? few : pages.filter(() => random.integer(1, 10) <= share);
}

/**
 * One of the pages, if possible one with rows that have words. Most other lost pages show at the next opening, but
 * without its last rows a table may seem sound until the check before a backup.
 * @param pages their offsets
 */
function pickPageOfRows(database: Buffer, pages: readonly number[], random: Random): number {
  const rows = readStates({ database, log: Buffer.alloc(0), inFile: 0 }).flatMap(readRows);
  const numbers = new Set(rows.flatMap(({ own }) => own.slice(0, 1)));
  const withRows = pages.filter((start) => numbers.has(start / PAGE_SIZE + 1));
  return random.pick(withRows.length > 0 ? withRows : pages);
}
