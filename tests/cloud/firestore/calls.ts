/** What each call does once it is admitted: pure request in, response out, on the documents. */
import { aggregate } from './aggregate.ts';
import type { Documents } from './documents.ts';
import { documentMessage } from './listen-target.ts';
import { checkDocumentName, relativePath } from './names.ts';
import type { Sized } from './proto.ts';
import type {
  BatchGetDocumentsRequest,
  CommitRequest,
  RunAggregationQueryRequest,
  RunQueryRequest,
  StructuredQuery,
  Value,
} from './protocol.ts';
import { compileQuery, projection, runQuery } from './query.ts';
import type { Query } from './query.ts';
import { invalidArgument, permissionDenied } from './rpc-error.ts';
import { allowsGet, allowsList } from './rules.ts';
import type { Caller } from './rules.ts';
import { toTimestamp } from './time.ts';
import { Transactions } from './transactions.ts';
import { planWrites } from './writes.ts';
import type { CheckOrder } from './writes.ts';

interface CallContext {
  readonly database: string;
  readonly documents: Documents;
  readonly checkOrder: () => CheckOrder;
}

/** https://firebase.google.com/docs/firestore/quotas#writes_and_transactions */
const MAX_REQUEST = 10 * 1024 * 1024;

export class FirestoreCalls {
  readonly #context: CallContext;
  readonly #transactions: Transactions;

  constructor(context: CallContext) {
    this.#context = context;
    this.#transactions = new Transactions(context.documents);
  }

  commit({ size, message }: Sized<CommitRequest>, caller: Caller): object {
    if (size > MAX_REQUEST) {
      throw invalidArgument(`Request payload size exceeds the limit: ${MAX_REQUEST} bytes.`);
    }
    const { database, documents } = this.#context;
    this.#checkDatabase(message.database);
    this.#transactions.finish(message.transaction);
    const time = documents.clock.next();
    const context = { documents, database, caller, time, order: this.#context.checkOrder() };
    const { changes, results } = planWrites(message.writes ?? [], context);
    documents.commit({ time, changes });
    return { writeResults: results, commitTime: toTimestamp(time) };
  }

  beginTransaction(): object {
    return { transaction: this.#transactions.begin() };
  }

  rollback(request: CommitRequest): object {
    if (request.transaction !== undefined) this.#transactions.forget(request.transaction);
    return {};
  }

  *runQuery(request: RunQueryRequest, caller: Caller): Iterable<object> {
    const query = this.#allowed(request.parent, request.structuredQuery, caller);
    const { documents } = this.#context;
    const { id, isNew } = this.#transactions.join(request);
    const found = runQuery(documents, query);
    const readTime = toTimestamp(documents.clock.now());
    if (isNew) yield { transaction: id };
    for (const document of found) {
      this.#transactions.remember(id, document.name, document);
      yield { document: documentMessage(document, query.project), readTime };
    }
    if (found.length === 0) yield { readTime };
  }

  *runAggregationQuery(request: RunAggregationQueryRequest, caller: Caller): Iterable<object> {
    const { structuredQuery, aggregations = [] } = request.structuredAggregationQuery ?? {};
    const query = this.#allowed(request.parent, structuredQuery, caller);
    const { documents } = this.#context;
    const { id, isNew } = this.#transactions.join(request);
    const found = runQuery(documents, query);
    const aggregateFields: Record<string, Value> = {};
    for (const [index, aggregation] of aggregations.entries()) {
      aggregateFields[aggregation.alias ?? `field_${index + 1}`] = aggregate(aggregation, found);
    }
    const readTime = toTimestamp(documents.clock.now());
    yield { result: { aggregateFields }, readTime, ...(isNew ? { transaction: id } : {}) };
  }

  *batchGetDocuments(request: BatchGetDocumentsRequest, caller: Caller): Iterable<object> {
    const { database, documents } = this.#context;
    this.#checkDatabase(request.database);
    const names = (request.documents ?? []).map((name) => checkDocumentName(name, database));
    const found = names.map((name) => ({ name, document: documents.get(name) }));
    for (const { name, document } of found) {
      if (!allowsGet(caller, relativePath(name), document?.fields ?? null)) throw permissionDenied();
    }
    const project = projection(request.mask?.fieldPaths);
    const { id, isNew } = this.#transactions.join(request);
    const readTime = toTimestamp(documents.clock.now());
    if (isNew) yield { transaction: id };
    for (const { name, document } of found) {
      this.#transactions.remember(id, name, document);
      yield document === null
        ? { missing: name, readTime }
        : { found: documentMessage(document, project), readTime };
    }
  }

  #allowed(parent: string | undefined, structured: StructuredQuery | undefined, caller: Caller): Query {
    const query = compileQuery(parent, structured);
    if (query.group || !allowsList(caller, relativePath(query.parent), query.where)) throw permissionDenied();
    return query;
  }

  #checkDatabase(database: string | undefined): void {
    if (database === this.#context.database) return;
    throw invalidArgument(`This cloud holds "${this.#context.database}", not "${database ?? ''}".`);
  }
}
