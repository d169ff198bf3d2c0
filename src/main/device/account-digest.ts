/** An anonymous name for an account, so that no user id becomes part of a path or a file. */
import { createHash } from 'node:crypto';
import type { Uid } from '#shared/note/note.ts';

/** @returns 32 hexadecimal digits, the first half of the SHA-256 hash */
export function accountDigest(uid: Uid): string {
  return createHash('sha256').update(uid).digest('hex').slice(0, 32);
}
