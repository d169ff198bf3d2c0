/**
 * The answers to requests that write. Each is stored in the same transaction as the changes of its request,
 * so that a request that is repeated after a failure is answered and not done again.
 */
import type { WriteId } from '#shared/ipc/account-service.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { Connection } from '../database/connection.ts';
import { readJson } from './rows.ts';

export interface Answers {
  /** Null if the request was not done. */
  read(id: WriteId): { readonly value: unknown } | null;
  /**
   * @param value plain data; `undefined` is stored as null
   * @param storesWords whether the request stored words that the main process may still have
   */
  store(id: WriteId, value: unknown, storesWords: boolean): void;
  /** To be called when all answers have been received. Entries that were taken are still remembered. */
  clear(): void;
  /**
   * Takes the words of an entry that waited outside of the database, unless that was done before.
   * @returns whether it took them
   */
  takeOnce(entry: NoteId, take: () => void): boolean;
  /** Forgets the entries that were taken, except for these, which still exist. */
  forgetTaken(except: readonly NoteId[]): void;
}

/** Stored in place of an answer for an entry that was taken. No request has this answer. */
const TAKEN = '"taken"';

export function createAnswers(db: Connection): Answers {
  const selectAnswer = db.prepare<[WriteId], { answer: string }>(
    'SELECT answer FROM answers WHERE request = ?',
  );
  const insert = db.prepare<[WriteId, string, 0 | 1]>(
    'INSERT OR REPLACE INTO answers (request, answer, stores_words) VALUES (?, ?, ?)',
  );
  const removeAnswers = db.prepare<[string]>('DELETE FROM answers WHERE answer <> ?');
  const removeTaken = db.prepare<[string, string]>(
    'DELETE FROM answers WHERE answer = ? AND request NOT IN (SELECT value FROM json_each(?))',
  );
  return {
    read(id) {
      const row = selectAnswer.get(id);
      return row === undefined ? null : { value: readJson<unknown>(() => JSON.parse(row.answer), db) };
    },
    store: (id, value, storesWords) =>
      void insert.run(id, JSON.stringify(value ?? null), storesWords ? 1 : 0),
    clear: () => void removeAnswers.run(TAKEN),
    takeOnce(entry, take) {
      if (selectAnswer.get(entry) !== undefined) return false;
      take();
      insert.run(entry, TAKEN, 1);
      return true;
    },
    forgetTaken: (except) => void removeTaken.run(TAKEN, JSON.stringify(except)),
  };
}
