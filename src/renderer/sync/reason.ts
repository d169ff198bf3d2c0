/** Why the cloud refuses a note, in plain words. */

/** Firestore's limits of a document and of a property, in bytes, as its messages name them. */
const TOO_LARGE =
  /too (?:large|big|long)|exceeds|(?:longer|larger) than|maximum (?:allowed )?size|1,?048,?(?:576|487)/i;
const DENIED = /PERMISSION_DENIED|insufficient permissions/i;
const INVALID = /INVALID_ARGUMENT|OUT_OF_RANGE/i;

/**
 * @param message what the cloud or its client said, usually a gRPC status with its text
 * @returns a sentence that says what is wrong and what helps, if anything does
 */
export function reasonOf(message: string): string {
  if (TOO_LARGE.test(message))
    return 'It is too large for the cloud, which takes notes of up to 1 MiB. Shorten it, or split it into several.';
  if (DENIED.test(message)) return 'The cloud’s rules do not allow this note.';
  if (INVALID.test(message)) return 'The cloud cannot store something in this note.';
  return 'The cloud did not accept this note.';
}
