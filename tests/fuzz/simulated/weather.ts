/** The present state of a device's network, and the fates of calls in it. */
import { failureOf, queryFailureOf } from '#cloud/failure.ts';
import type { RemoteFailure } from '#shared/note/remote-store.ts';
import { type Random, weighted } from '../random.ts';

export interface Weather {
  /** No fault occurs. */
  calm: boolean;
  /** Nothing goes through. */
  down: boolean;
  /** The session is not accepted until the person signs in again. */
  revoked: boolean;
  readonly fates: readonly Fate[];
}

export type Fate =
  | 'goes through'
  /** Refused without an effect. */
  | 'refused'
  /** Done late, and answered later. */
  | 'late'
  /** Done, and the answer is lost. */
  | 'answer lost'
  /** Given up by the device, but done later. */
  | 'lands late'
  | 'hangs'
  | 'session'
  /** The cloud says, once, that the request is invalid. */
  | 'note'
  /** The cloud says that a precondition failed, although it holds. */
  | 'conflict';

const FAIR: readonly Fate[] = weighted([
  ['goes through', 12],
  ['late', 4],
  ['refused', 1],
  ['answer lost', 2],
]);
const FOUL: readonly Fate[] = weighted<Fate>([
  ['goes through', 6],
  ['refused', 3],
  ['late', 4],
  ['answer lost', 6],
  ['lands late', 2],
  ['hangs', 1],
  ['session', 1],
  ['note', 1],
  ['conflict', 1],
]);

export function createWeather(random: Random): Weather {
  return { calm: false, down: false, revoked: false, fates: random.pick([FAIR, FOUL, FOUL]) };
}

/**
 * gRPC's codes by the kinds of failures of S8; 8 is a refusal (S8.10). A stream that was down for long ends
 * without a code.
 */
const CODES = {
  wait: [14, 4, 10, 13, 2, 8, 1, null],
  session: [16],
  note: [7, 3, 11],
  conflict: [5, 6, 9],
} as const;

/** The failure of a call, made from one of the status codes of this kind. */
export function failing(kind: keyof typeof CODES, random: Random): RemoteFailure {
  return failureOf(errorOf(kind, random));
}

/** The end of a live query, made from one of the status codes of this kind. */
export function ending(kind: keyof typeof CODES, random: Random): RemoteFailure {
  return queryFailureOf(errorOf(kind, random));
}

function errorOf(kind: keyof typeof CODES, random: Random): Error {
  const code = random.pick<number | null>(CODES[kind]);
  return Object.assign(new Error(`status ${code ?? 'unknown'}`), { code });
}
