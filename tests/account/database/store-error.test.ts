import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/base/error.ts';
import { isDamage, isFatal, isUnreadable, toStoreError } from '#account/database/store-error.ts';

function sqliteError(code: string): Error {
  return new Database.SqliteError('something', code);
}

describe('an error of the disk', () => {
  test.each([
    'SQLITE_CORRUPT',
    'SQLITE_CORRUPT_VTAB',
    'SQLITE_NOTADB',
    'SQLITE_CONSTRAINT_UNIQUE',
    'SQLITE_CONSTRAINT_PRIMARYKEY',
    'SQLITE_CONSTRAINT_ROWID',
    'SQLITE_CONSTRAINT_FOREIGNKEY',
  ])('%s is damage', (code) => {
    expect([isDamage(sqliteError(code)), isFatal(sqliteError(code))]).toEqual([true, true]);
    expect(toStoreError(sqliteError(code))).toMatchObject({ code: 'store-damaged' });
  });

  test.each([
    'SQLITE_IOERR',
    'SQLITE_IOERR_READ',
    'SQLITE_IOERR_CORRUPTFS',
    'SQLITE_IOERR_SHORT_READ',
    'SQLITE_IOERR_WRITE',
    'SQLITE_IOERR_FSYNC',
    'SQLITE_CANTOPEN',
  ])('%s ends the connection and does not count as damage yet', (code) => {
    expect([isDamage(sqliteError(code)), isFatal(sqliteError(code))]).toEqual([false, true]);
    expect(toStoreError(sqliteError(code))).toMatchObject({ code: 'store-failed' });
  });

  test.each([
    'SQLITE_FULL',
    'SQLITE_BUSY',
    'SQLITE_LOCKED',
    'SQLITE_READONLY',
    'SQLITE_IOERR_SHMSIZE',
    'SQLITE_CONSTRAINT',
  ])('%s does not end the connection', (code) => {
    expect(isFatal(sqliteError(code))).toBe(false);
  });

  test('an error of the disk is recognised by its code even as an AppError', () => {
    const read = toStoreError(sqliteError('SQLITE_IOERR_READ'));
    expect(read).toBeInstanceOf(AppError);
    expect([isFatal(read), isUnreadable(read)]).toEqual([true, true]);
  });
});
