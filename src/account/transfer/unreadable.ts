/** Why a file, or a note within one, is left out of an import: a sentence for the person who chose it. */
import { messageOf } from '#shared/error.ts';

export class UnreadableError extends Error {}

export function reasonOf(error: unknown): string {
  if (error instanceof UnreadableError) return error.message;
  return `It could not be read (${messageOf(error)}).`;
}
