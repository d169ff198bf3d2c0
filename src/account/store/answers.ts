/**
 * What requests that write were answered, stored in the same transaction as what they did, so that a request that is asked
 * once more after a failure is answered and not done again.
 */
import type { WriteId } from '#shared/account-service.ts';
import type { Connection } from './connection.ts';
import { readJson } from './rows.ts';

export interface Answers {
  /** Null where the request was not done. */
  read(id: WriteId): { readonly value: unknown } | null;
  /** @param value plain data; no answer is answered as null */
  keep(id: WriteId, value: unknown): void;
  /** All have been heard of. */
  clear(): void;
}

export function createAnswers(db: Connection): Answers {
  const one = db.prepare<[WriteId], { answer: string }>('SELECT answer FROM answers WHERE request = ?');
  const insert = db.prepare<[WriteId, string]>(
    'INSERT OR REPLACE INTO answers (request, answer) VALUES (?, ?)',
  );
  const removeAll = db.prepare<[]>('DELETE FROM answers');
  return {
    read(id) {
      const row = one.get(id);
      return row === undefined ? null : { value: readJson<unknown>(() => JSON.parse(row.answer), db) };
    },
    keep: (id, value) => void insert.run(id, JSON.stringify(value ?? null)),
    clear: () => void removeAll.run(),
  };
}
