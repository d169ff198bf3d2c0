/** Why a file, or a note within one, is left out of an import: a sentence for the person who chose it. */
import { messageOf } from '#shared/error.ts';

export class UnreadableError extends Error {}

/** How a note is checked: whoever lists all that is wrong with a hostile one fills the memory. */
export const FIRST_ISSUE = { abortEarly: true } as const;

export function reasonOf(error: unknown): string {
  if (error instanceof UnreadableError) return error.message;
  return `It could not be read (${messageOf(error)}).`;
}
