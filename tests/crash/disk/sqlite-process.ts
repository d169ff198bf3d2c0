/**
 * Entry of a process in which one of SQLite's calls fails. Its arguments: the folder, the call and the error.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type DiskError, ERRORS } from '#tests/support/failing-disk/calls.ts';
import { fail, heal, record, watch } from './control.ts';
import { parseRecord } from './record.ts';

const [folder = '', call = '', error = ''] = process.argv.slice(2);
const watched = path.join(folder, 'notes.sqlite');
const recording = path.join(path.dirname(folder), `${path.basename(folder)}-record`);

/**
 * Reads a page that is not in memory, and commits a change. @returns the code of SQLite's error; null if
 * there is none
 */
function work(): string | null {
  let db: Database.Database | undefined;
  try {
    db = new Database(watched);
    db.pragma('synchronous = FULL');
    db.prepare('SELECT count(*) FROM notes').get();
    db.prepare("INSERT INTO notes VALUES ('word')").run();
    return null;
  } catch (thrown) {
    return thrown instanceof Database.SqliteError ? thrown.code : String(thrown);
  } finally {
    db?.close();
  }
}

function isDiskError(name: string): name is DiskError {
  return Object.hasOwn(ERRORS, name);
}

const db = new Database(watched);
db.pragma('journal_mode = WAL');
db.exec('CREATE TABLE notes (text TEXT)');
db.close();
watch(folder);
record(recording);
work();
heal();
const { calls } = parseRecord(readFileSync(recording));
const positions = calls.flatMap((made, index) =>
  made.call === call && !made.file.endsWith('-shm') ? [index + 1] : [],
);
if (!isDiskError(error)) throw new Error(`There is no error ${error}`);
// The index of the log is memory that connections share, not contents of a disk.
const codes = positions.flatMap((at) => {
  fail({ at, error, once: true });
  const code = work();
  heal();
  return code ?? [];
});
process.send?.([...new Set(codes)].join(' '));
process.disconnect();
