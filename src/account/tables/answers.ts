/**
 * The answers to requests that write. Each is stored in the same transaction as the changes of its request, so that a request
 * that is repeated after a failure is answered and not done again.
 */
import type { WriteId } from '#shared/ipc/account-service.ts';
import type { Connection } from '../database/connection.ts';
import { readJson } from './rows.ts';

export interface Answers {
  /** Null if the request was not done. */
  read(id: WriteId): { readonly value: unknown } | null;
  /** @param value plain data; `undefined` is stored as null */
  store(id: WriteId, value: unknown): void;
  /** To be called when all answers have been received. */
  clear(): void;
}

export function createAnswers(db: Connection): Answers {
  const selectAnswer = db.prepare<[WriteId], { answer: string }>(
    'SELECT answer FROM answers WHERE request = ?',
  );
  const insert = db.prepare<[WriteId, string]>(
    'INSERT OR REPLACE INTO answers (request, answer) VALUES (?, ?)',
  );
  const removeAll = db.prepare<[]>('DELETE FROM answers');
  return {
    read(id) {
      const row = selectAnswer.get(id);
      return row === undefined ? null : { value: readJson<unknown>(() => JSON.parse(row.answer), db) };
    },
    store: (id, value) => void insert.run(id, JSON.stringify(value ?? null)),
    clear: () => void removeAll.run(),
  };
}
