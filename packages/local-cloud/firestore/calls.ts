/** The effect of each admitted call on the documents: a request comes in, a response goes out. */
import type { Documents } from './documents.ts';
import { documentMessage } from './listen-target.ts';
import { checkDocumentName, relativePath } from './names.ts';
import type { Sized } from './proto.ts';
import type { BatchGetDocumentsRequest, CommitRequest, Consistency, RunQueryRequest } from './protocol.ts';
import { compileQuery, runQuery } from './query.ts';
import { invalidArgument, permissionDenied, unimplemented } from './rpc-error.ts';
import type { Caller, Rules } from '../rules/rules.ts';
import { toTimestamp } from './time.ts';
import { planWrites } from './writes.ts';
import type { CheckOrder } from './writes.ts';

interface CallContext {
  readonly database: string;
  readonly documents: Documents;
  readonly rules: Rules;
  readonly checkOrder: () => CheckOrder;
}

/** https://firebase.google.com/docs/firestore/quotas#writes_and_transactions */
const MAX_REQUEST = 10 * 1024 * 1024;

export class FirestoreCalls {
  readonly #context: CallContext;

  constructor(context: CallContext) {
    this.#context = context;
  }

  commit({ size, message }: Sized<CommitRequest>, caller: Caller): object {
    if (size > MAX_REQUEST) {
      throw invalidArgument(`Request payload size exceeds the limit: ${MAX_REQUEST} bytes.`);
    }
    const { database, documents, rules } = this.#context;
    this.#checkDatabase(message.database);
    refuseTransactions(message);
    const time = documents.clock.next();
    const context = { documents, database, rules, caller, time, order: this.#context.checkOrder() };
    const { changes, results } = planWrites(message.writes ?? [], context);
    documents.commit({ time, changes });
    return { writeResults: results, commitTime: toTimestamp(time) };
  }

  *runQuery(request: RunQueryRequest, caller: Caller): Iterable<object> {
    refuseTransactions(request);
    const { documents, rules } = this.#context;
    const query = compileQuery(request.parent, request.structuredQuery);
    if (!rules.allowsList(caller, relativePath(query.parent), query.where)) throw permissionDenied();
    const found = runQuery(documents, query);
    const readTime = toTimestamp(documents.clock.now());
    for (const document of found) yield { document: documentMessage(document), readTime };
    if (found.length === 0) yield { readTime };
  }

  *batchGetDocuments(request: BatchGetDocumentsRequest, caller: Caller): Iterable<object> {
    refuseTransactions(request);
    if (request.mask !== undefined) throw unimplemented('a part of a document');
    const { database, documents, rules } = this.#context;
    this.#checkDatabase(request.database);
    const names = (request.documents ?? []).map((name) => checkDocumentName(name, database));
    const found = names.map((name) => ({ name, document: documents.get(name) }));
    for (const { name, document } of found) {
      if (!rules.allowsGet(caller, relativePath(name), document?.fields ?? null)) throw permissionDenied();
    }
    const readTime = toTimestamp(documents.clock.now());
    for (const { name, document } of found) {
      yield document === null ? { missing: name, readTime } : { found: documentMessage(document), readTime };
    }
  }

  #checkDatabase(database: string | undefined): void {
    if (database === this.#context.database) return;
    throw invalidArgument(`This cloud holds "${this.#context.database}", not "${database ?? ''}".`);
  }
}

/** The app uses no transactions. Without this check they would be answered like plain calls. */
function refuseTransactions({ transaction, newTransaction, readTime }: Consistency): void {
  if (newTransaction !== undefined || (transaction?.length ?? 0) > 0) throw unimplemented('a transaction');
  if (readTime !== undefined) throw unimplemented('a read of the past');
}
