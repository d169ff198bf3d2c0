/**
 * Where accounts keep their files: one folder each, named by a digest of the user id, so that nothing of one
 * account is ever in another's reach (S10) and no id, however odd, becomes part of a path.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Uid } from '#shared/note.ts';

/** Path of the account's database; its folder is made. */
export function accountDatabase(userData: string, uid: Uid): string {
  const folder = accountFolder(userData, uid);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return path.join(folder, 'notes.sqlite');
}

/** Removes everything that this device keeps of the account. */
export function removeAccount(userData: string, uid: Uid): void {
  rmSync(accountFolder(userData, uid), { recursive: true, force: true, maxRetries: 3 });
}

/** Folder of everything that this device keeps of the account. */
export function accountFolder(userData: string, uid: Uid): string {
  const digest = createHash('sha256').update(uid).digest('hex').slice(0, 32);
  return path.join(userData, 'accounts', digest);
}
