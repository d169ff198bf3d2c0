/**
 * Plans the writes of one Commit on a view of the database in which each write sees those before it. Nothing
 * is stored here: the first failing write throws, so a batch is applied completely or not at all.
 */
import { status } from '@grpc/grpc-js';
import type { DocumentChange, Documents, StoredDocument } from './documents.ts';
import { getField, parseFieldPath, withField } from './field-path.ts';
import { checkDocumentName, relativePath } from './names.ts';
import type { Fields, Precondition, Value, Write, WriteResult } from './protocol.ts';
import { invalidArgument, permissionDenied, RpcError, unimplemented } from './rpc-error.ts';
import type { Caller, Rules } from '../rules/rules.ts';
import { toMicros, toTimestamp } from './time.ts';
import type { Micros } from './time.ts';
import { documentSize, sameFields, valueSize } from './values.ts';

/**
 * Which of the two answers a write that both the rules and its precondition refuse. Google does not document
 * this. In both cases the rules refuse a document that the caller may not read.
 */
export type CheckOrder = 'preconditions-first' | 'rules-first';

export interface WriteContext {
  readonly documents: Documents;
  readonly database: string;
  readonly rules: Rules;
  readonly caller: Caller;
  readonly time: Micros;
  readonly order: CheckOrder;
}

export interface PlannedWrites {
  readonly changes: readonly DocumentChange[];
  readonly results: readonly WriteResult[];
}

const MAX_WRITES = 500;
const MAX_DOCUMENT = 1_048_576;
const MAX_PROPERTY = 1_048_487;

/** @throws RpcError for the first write that is refused */
export function planWrites(writes: readonly Write[], context: WriteContext): PlannedWrites {
  if (writes.length > MAX_WRITES) throw invalidArgument(`maximum ${MAX_WRITES} writes allowed per request`);
  const view = new Map<string, StoredDocument | null>();
  const results = writes.map((write) => {
    const name = checkDocumentName(write.update?.name ?? write.delete, context.database);
    const documentInBatch = view.get(name);
    const before = documentInBatch === undefined ? context.documents.get(name) : documentInBatch;
    const planned = planWrite(write, name, before, context);
    view.set(name, planned.after);
    return planned.result;
  });
  const changes: DocumentChange[] = [];
  for (const [name, after] of view) {
    const before = context.documents.get(name);
    if (before !== after) changes.push({ name, before, after });
  }
  return { changes, results };
}

interface PlannedWrite {
  readonly after: StoredDocument | null;
  readonly result: WriteResult;
}

function planWrite(
  write: Write,
  name: string,
  before: StoredDocument | null,
  context: WriteContext,
): PlannedWrite {
  const { rules, caller } = context;
  const path = relativePath(name);
  const { fields, transformResults } = contentAfter(write, before, context);
  const checkPrecondition = (): void => {
    checkCurrent(name, before, write.currentDocument);
  };
  const checkRules = (): void => {
    const time = requestTime(context.time);
    if (!rules.allowsWrite(caller, { path, before: before?.fields ?? null, after: fields, time })) {
      throw permissionDenied();
    }
  };
  if (before !== null && !rules.allowsGet(caller, path, before.fields)) throw permissionDenied();
  const checks = [checkPrecondition, checkRules];
  for (const check of context.order === 'rules-first' ? checks.toReversed() : checks) check();
  if (fields === null) return { after: null, result: {} };
  checkSize(name, fields);
  const after = store(name, fields, before, context.time);
  return { after, result: { updateTime: toTimestamp(after.updateTime), transformResults } };
}

/**
 * A write without changes keeps the document's update time (documented for `WriteResult`).
 */
export function store(
  name: string,
  fields: Fields,
  before: StoredDocument | null,
  time: Micros,
): StoredDocument {
  if (before !== null && sameFields(before.fields, fields)) return before;
  return { name, fields, createTime: before?.createTime ?? time, updateTime: time };
}

/** `REQUEST_TIME` has milliseconds, whereas update times have microseconds. */
function requestTime(time: Micros): Value {
  return { timestampValue: toTimestamp(Math.floor(time / 1000) * 1000) };
}

function contentAfter(
  write: Write,
  before: StoredDocument | null,
  context: WriteContext,
): { fields: Fields | null; transformResults: Value[] } {
  if (write.transform !== undefined) {
    throw unimplemented('a transform without an update');
  }
  if (write.update === undefined) return { fields: null, transformResults: [] };
  const given = write.update.fields ?? {};
  let fields = given;
  if (write.updateMask !== undefined) {
    fields = before?.fields ?? {};
    for (const text of write.updateMask.fieldPaths ?? []) {
      const path = parseFieldPath(text);
      fields = withField(fields, path, getField(given, path));
    }
  }
  const transformResults: Value[] = [];
  for (const transform of write.updateTransforms ?? []) {
    const path = parseFieldPath(transform.fieldPath ?? '');
    if (transform.setToServerValue !== 'REQUEST_TIME')
      throw unimplemented(`this transform of "${transform.fieldPath ?? ''}"`);
    const time = requestTime(context.time);
    fields = withField(fields, path, time);
    transformResults.push(time);
  }
  return { fields, transformResults };
}

function checkCurrent(name: string, before: StoredDocument | null, expected: Precondition | undefined): void {
  if (expected?.exists === false && before !== null) {
    throw new RpcError(status.ALREADY_EXISTS, `Document already exists: ${name}`);
  }
  if (before === null && (expected?.exists === true || expected?.updateTime !== undefined)) {
    throw new RpcError(status.NOT_FOUND, `No document to update: ${name}`);
  }
  if (before === null || expected?.updateTime === undefined) return;
  const wanted = toMicros(expected.updateTime);
  if (wanted !== before.updateTime) {
    throw new RpcError(
      status.FAILED_PRECONDITION,
      `the stored version (${before.updateTime}) does not match the required base version (${wanted})`,
    );
  }
}

function checkSize(name: string, fields: Fields): void {
  for (const [field, value] of Object.entries(fields)) {
    if (valueSize(value) > MAX_PROPERTY) {
      throw invalidArgument(`The value of property "${field}" is longer than ${MAX_PROPERTY} bytes.`);
    }
  }
  const size = documentSize(name, fields);
  if (size > MAX_DOCUMENT) {
    throw invalidArgument(
      `Document '${name}' cannot be written because its size (${size.toLocaleString('en')} bytes) exceeds the ` +
        `maximum allowed size of ${MAX_DOCUMENT.toLocaleString('en')} bytes.`,
    );
  }
}
