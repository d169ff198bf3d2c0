/**
 * The records of the journal and their JSON form. Values that JSON cannot represent are marked: bytes,
 * doubles that are not finite, and -0.
 */
import * as v from 'valibot';
import type { StoredDocument } from '../firestore/documents.ts';
import type { Micros } from '../firestore/time.ts';

export interface Account {
  /** Google's id of the account. */
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  readonly picture: string | null;
  /** Firebase's id of the user, derived from `sub`. */
  readonly uid: string;
  readonly state: 'active' | 'disabled' | 'deleted';
  /** Seconds since the epoch. Tokens of that second and before are no longer valid. */
  readonly revokedAt: number;
}

export interface RefreshToken {
  readonly token: string;
  readonly uid: string;
  /** Seconds since the epoch. */
  readonly issuedAt: number;
  /** Time of the sign-in, in seconds since the epoch. */
  readonly authTime: number;
}

export type JournalRecord =
  | { readonly type: 'account'; readonly account: Account }
  | { readonly type: 'refresh-token'; readonly refreshToken: RefreshToken }
  | {
      readonly type: 'commit';
      readonly time: Micros;
      readonly put: readonly StoredDocument[];
      readonly remove: readonly string[];
    };

const Envelope = v.variant('type', [
  v.object({ type: v.literal('account'), account: v.looseObject({ sub: v.string(), uid: v.string() }) }),
  v.object({
    type: v.literal('refresh-token'),
    refreshToken: v.looseObject({ token: v.string(), uid: v.string() }),
  }),
  v.object({
    type: v.literal('commit'),
    time: v.number(),
    put: v.array(v.looseObject({ name: v.string() })),
    remove: v.array(v.string()),
  }),
]);

/** Checks only the envelope, because this module writes the lines itself. */
const RecordSchema = v.custom<JournalRecord>((input) => v.is(Envelope, input));

export function encodeRecord(record: JournalRecord): string {
  return JSON.stringify(record, (_key, value: unknown) => {
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
      return { $number: Object.is(value, -0) ? '-0' : String(value) };
    }
    // Buffers arrive here in the form of their `toJSON`.
    return isBufferJson(value) ? { $bytes: Buffer.from(value.data).toString('base64') } : value;
  });
}

/** Null if the line is not a record, because it was cut short or belongs to another file. */
export function decodeRecord(line: string): JournalRecord | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line, (_key, value: unknown) => {
      if (hasMark(value, '$number')) return Number(value.$number);
      return hasMark(value, '$bytes') ? Buffer.from(value.$bytes, 'base64') : value;
    });
  } catch {
    return null;
  }
  return v.is(RecordSchema, parsed) ? parsed : null;
}

function hasMark<Mark extends string>(value: unknown, mark: Mark): value is Record<Mark, string> {
  return isObject(value) && typeof value[mark] === 'string';
}

function isBufferJson(value: unknown): value is { data: number[] } {
  return isObject(value) && value['type'] === 'Buffer' && Array.isArray(value['data']);
}

/** Not a schema, because this runs for every value of every record. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
