/**
 * The errors of a failing disk, both for the real one, whose calls `tests/crash/disk/preload.c` makes fail
 * one by one, and for the simulated one (`tests/fuzz/disk/disk.ts`), which throws the errors that SQLite
 * derives from such a call.
 */
import type { Moment } from '#account/database/connection.ts';

/** What a call does, which decides the errors it can give: it names a file, opens one, or needs room. */
const ANY = 0;
const NAME = 1;
const OPEN = 2;
const ROOM = 4;

/** The libc calls that reach files, under the names of `preload.c`, with what each does. */
export const CALLS = {
  create: NAME | OPEN | ROOM,
  open: NAME | OPEN,
  opendir: NAME | OPEN,
  scandir64: NAME | OPEN,
  stat: NAME,
  stat64: NAME,
  lstat64: NAME,
  __xstat: NAME,
  __lxstat: NAME,
  __xstat64: NAME,
  __lxstat64: NAME,
  access: NAME,
  realpath: NAME,
  readlink: NAME,
  mkdir: NAME | ROOM,
  rmdir: NAME,
  unlink: NAME,
  unlinkat: NAME,
  remove: NAME,
  rename: NAME | ROOM,
  link: NAME | ROOM,
  fstat: ANY,
  fstat64: ANY,
  __fxstat64: ANY,
  read: ANY,
  readv: ANY,
  pread64: ANY,
  preadv64: ANY,
  mmap64: ANY,
  fchmod: ANY,
  fchown: ANY,
  write: ROOM,
  pwrite64: ROOM,
  fsync: ROOM,
  fdatasync: ROOM,
  ftruncate64: ROOM,
  /** Calls that copy from one file to another and whose target is watched. */
  copy_in: ROOM,
  copy_out: ANY,
} as const;
export type Call = keyof typeof CALLS;

/** What a call must do to give the error. */
export const ERRORS = { EIO: ANY, ENOSPC: ROOM, EMFILE: OPEN, EACCES: NAME, ESTALE: ANY } as const;
export type DiskError = keyof typeof ERRORS;
const ALL_ERRORS = Object.keys(ERRORS) as DiskError[];

export function isCall(name: string): name is Call {
  return Object.hasOwn(CALLS, name);
}

/** The errors that a call can give. */
export function errorsOf(call: Call): readonly DiskError[] {
  return ALL_ERRORS.filter((error) => (CALLS[call] & ERRORS[error]) === ERRORS[error]);
}

/**
 * SQLite's codes for calls on its file and its log (`unixRead`, `unixWrite` and `unixSync` of its os_unix.c);
 * `tests/crash/disk/sqlite-codes.test.ts` compares them with the real disk.
 */
const READ = { EIO: 'SQLITE_IOERR_CORRUPTFS', ESTALE: 'SQLITE_IOERR_READ' } as const;
const WRITE = { EIO: 'SQLITE_IOERR_WRITE', ESTALE: 'SQLITE_IOERR_WRITE', ENOSPC: 'SQLITE_FULL' } as const;
const SYNC = {
  EIO: 'SQLITE_IOERR_FSYNC',
  ESTALE: 'SQLITE_IOERR_FSYNC',
  ENOSPC: 'SQLITE_IOERR_FSYNC',
} as const;
export const SQLITE_CALLS = { pread64: READ, pwrite64: WRITE, fsync: SYNC } as const;

export type DiskCode =
  | (typeof READ)[keyof typeof READ]
  | (typeof WRITE)[keyof typeof WRITE]
  | (typeof SYNC)[keyof typeof SYNC];

/**
 * The codes that a failing call gives at each moment of a connection: a statement reads, and writes what does
 * not fit into its memory; a commit writes and syncs. After a completed commit the disk is never full.
 */
export const CODES: { readonly [M in Moment]: readonly DiskCode[] } = {
  statement: codesOf(READ, WRITE),
  commit: codesOf(WRITE, SYNC),
  committed: codesOf(WRITE, SYNC).filter((code) => code !== 'SQLITE_FULL'),
};

function codesOf(...tables: readonly Readonly<Record<string, DiskCode>>[]): readonly DiskCode[] {
  return [...new Set(tables.flatMap((table) => Object.values(table)))];
}
