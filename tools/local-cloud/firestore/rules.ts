/**
 * What `firebase/firestore.rules` says, as functions: each corresponds to the rule of the same name there, and the table
 * of cases in `../rules-cases.ts` holds for both. Everything outside of `notes` is refused.
 */
import { assertNever } from '#shared/assert-never.ts';
import { checkFilter } from './owner-bound.ts';
import type { Fields, Filter, Value } from './protocol.ts';
import { sameFields, equalValues } from './values.ts';

/** `request.auth`: who asks. */
export interface Caller {
  readonly uid: string;
}

/** A write as a rule sees it: the path of the document, its contents and the time. */
export interface WriteRequest {
  /** Below the database's root: `notes/abc` */
  readonly path: string;
  readonly before: Fields | null;
  /** null if the document is deleted */
  readonly after: Fields | null;
  /** `request.time` as a value */
  readonly time: Value;
}

/** Limits of firestore.rules, in characters. */
export const MAX_TITLE = 100_000;
export const MAX_TEXT = 1_000_000;

function isNote(path: string): boolean {
  return /^notes\/[^/]+$/.test(path);
}

/** `owns(data)` */
export function owns(caller: Caller, fields: Fields): boolean {
  return equalValues(fields['uid'], { stringValue: caller.uid });
}

/** `allow get`: one's own note, or one that does not exist, so that a client can learn that it is gone. */
export function allowsGet(caller: Caller, path: string, fields: Fields | null): boolean {
  return isNote(path) && (fields === null || owns(caller, fields));
}

/** `allow list`: because rules are no filters, the query itself must ask for nothing but the caller's notes. */
export function allowsList(caller: Caller, collectionPath: string, where: Filter | undefined): boolean {
  return collectionPath === 'notes' && where !== undefined && checkFilter(where, caller.uid);
}

/** `allow create`, `allow update` and `allow delete`, whichever the request is. */
export function allowsWrite(caller: Caller, request: WriteRequest): boolean {
  const { before, after } = request;
  if (!isNote(request.path)) return false;
  if (after === null) return before === null || owns(caller, before);
  return before === null ? allowsCreate(caller, after, request.time) : allowsUpdate(caller, before, after);
}

function allowsCreate(caller: Caller, after: Fields, time: Value): boolean {
  return (
    owns(caller, after) && equalValues(after['createdAt'], time) && NOTE_FIELDS.every((f) => fits(f, after))
  );
}

function allowsUpdate(caller: Caller, before: Fields, after: Fields): boolean {
  const unchanged = (field: string): boolean => same(before[field], after[field]);
  return (
    owns(caller, before) &&
    unchanged('uid') &&
    unchanged('createdAt') &&
    NOTE_FIELDS.every((field) => unchanged(field) || fits(field, after))
  );
}

const NOTE_FIELDS = ['title', 'text', 'isArchived', 'isDeleted'] as const;

/** `fits(field)`: absent, or of the type and size that a note has. */
function fits(field: (typeof NOTE_FIELDS)[number], fields: Fields): boolean {
  const value = fields[field];
  if (value === undefined) return true;
  switch (field) {
    case 'title':
      return 'stringValue' in value && length(value.stringValue) <= MAX_TITLE;
    case 'text':
      return 'stringValue' in value && length(value.stringValue) <= MAX_TEXT;
    case 'isArchived':
    case 'isDeleted':
      return 'booleanValue' in value;
    default:
      return assertNever(field);
  }
}

/** The number of characters, counting a surrogate pair as one. */
function length(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) index += 1;
    count += 1;
  }
  return count;
}

function same(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return sameFields({ a }, { a: b });
}
