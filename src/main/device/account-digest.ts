/**
 * A name for an account that says nothing of it: no user id, whatever is in it, becomes part of a path or of
 * a file.
 */
import { createHash } from 'node:crypto';
import type { Uid } from '#shared/note/note.ts';

/** @returns 32 hexadecimal digits, the first half of a SHA-256 */
export function accountDigest(uid: Uid): string {
  return createHash('sha256').update(uid).digest('hex').slice(0, 32);
}
