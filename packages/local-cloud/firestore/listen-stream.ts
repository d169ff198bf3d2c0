/**
 * One Listen call: its targets, its responses, and its end. For each target it sends ADD, the documents,
 * CURRENT and then NO_CHANGE with a resume token; after that each commit's changes and a NO_CHANGE. A resume
 * token is the time up to which the client knows all changes.
 */
import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { CommittedChanges, Documents } from './documents.ts';
import { DocumentsTarget, QueryTarget } from './listen-target.ts';
import type { ListenTarget, ResumeFault } from './listen-target.ts';
import { checkDocumentName, relativePath } from './names.ts';
import type { ListenRequest, ListenResponse, Target, TargetChange } from './protocol.ts';
import { compileQuery } from './query.ts';
import { invalidArgument, permissionDenied, RpcError, unimplemented } from './rpc-error.ts';
import type { Caller, Rules } from '../rules/rules.ts';
import { toMicros, toTimestamp } from './time.ts';
import type { Micros } from './time.ts';
import type { UsageCounter } from './usage.ts';

export type ListenCall = ServerDuplexStream<ListenRequest, ListenResponse>;

export interface ListenContext {
  readonly documents: Documents;
  readonly database: string;
  readonly rules: Rules;
  readonly caller: Caller;
  /** Called once for every target that resumes. */
  readonly resumeFault: () => ResumeFault | null;
  readonly usage: UsageCounter;
}

export class ListenStream {
  readonly uid: string;
  readonly #call: ListenCall;
  readonly #context: ListenContext;
  readonly #targets = new Map<number, ListenTarget>();
  readonly #stopListening: () => void;
  #queue: ListenResponse[] = [];
  /** Number of responses of the queue that have been written. */
  #sent = 0;
  #pumping = false;
  #ended = false;

  constructor(call: ListenCall, context: ListenContext) {
    this.uid = context.caller.uid;
    this.#call = call;
    this.#context = context;
    this.#stopListening = context.documents.onCommit((commit) => {
      this.#onCommit(commit);
    });
  }

  /** Processes a message of the client. An error in the message ends the stream. */
  receive(request: ListenRequest): void {
    if (this.#ended) return;
    try {
      if (request.addTarget !== undefined) this.#add(request.addTarget);
      else if (request.removeTarget !== undefined) this.#remove(request.removeTarget);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.end(error);
    }
  }

  /** Ends the call, with a status if there is an error. Responses waiting to be sent are dropped. */
  end(error: RpcError | null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stopListening();
    this.#targets.clear();
    this.#queue = [];
    if (error === null) this.#call.end();
    else this.#call.emit('error', error);
  }

  #add(target: Target): void {
    const id = target.targetId ?? 0;
    if (this.#targets.has(id)) throw invalidArgument(`Target id ${id} is used already.`);
    this.#send([change({ targetChangeType: 'ADD', targetIds: [id] })]);
    const added = this.#compile(id, target);
    if (added === null) {
      const { code, details } = permissionDenied();
      const cause = { code, message: details };
      this.#send([change({ targetChangeType: 'REMOVE', targetIds: [id], cause })]);
      return;
    }
    const since = resumeTime(target);
    this.#send(since === null ? added.first() : added.resume(since, this.#context.resumeFault()));
    this.#targets.set(id, added);
    const now = this.#context.documents.clock.now();
    this.#send([change({ targetChangeType: 'CURRENT', targetIds: [id], ...tokenOf(now) }), upToDate(now)]);
  }

  /** The target, ready to use; null if the rules do not allow it. */
  #compile(id: number, target: Target): ListenTarget | null {
    const { documents, database, rules, caller } = this.#context;
    if (target.query !== undefined) {
      const query = compileQuery(target.query.parent, target.query.structuredQuery);
      if (Number.isFinite(query.limit)) throw unimplemented('a live query with a limit');
      const allowed = rules.allowsList(caller, relativePath(query.parent), query.where);
      return allowed ? new QueryTarget(id, documents, query) : null;
    }
    const names = (target.documents?.documents ?? []).map((name) => checkDocumentName(name, database));
    if (names.length === 0) throw invalidArgument('A target must be a query or name documents.');
    const allowed = names.every((name) =>
      rules.allowsGet(caller, relativePath(name), documents.get(name)?.fields ?? null),
    );
    return allowed ? new DocumentsTarget(id, documents, names) : null;
  }

  #remove(id: number): void {
    this.#targets.delete(id);
    this.#send([change({ targetChangeType: 'REMOVE', targetIds: [id] })]);
  }

  #onCommit(commit: CommittedChanges): void {
    const responses = [...this.#targets.values()].flatMap((target) => target.changed(commit));
    if (responses.length > 0) this.#send([...responses, upToDate(commit.time)]);
  }

  #send(responses: readonly ListenResponse[]): void {
    if (this.#ended) return;
    this.#context.usage.addListened(responses);
    for (const response of responses) this.#queue.push(response);
    if (!this.#pumping) this.#pump();
  }

  /** Writes as much as the connection accepts and continues when it has drained. */
  #pump(): void {
    for (let response = this.#queue[this.#sent]; response !== undefined; response = this.#queue[this.#sent]) {
      this.#sent += 1;
      if (this.#call.write(response)) continue;
      this.#pumping = true;
      this.#call.once('drain', () => {
        this.#pumping = false;
        if (!this.#ended) this.#pump();
      });
      return;
    }
    this.#queue = [];
    this.#sent = 0;
  }
}

function change(targetChange: TargetChange): ListenResponse {
  return { targetChange };
}

function tokenOf(time: Micros): Pick<TargetChange, 'resumeToken' | 'readTime'> {
  return { resumeToken: Buffer.from(String(time)), readTime: toTimestamp(time) };
}

/** Tells the client that it has everything up to `time`, for all targets. */
function upToDate(time: Micros): ListenResponse {
  return change({ targetChangeType: 'NO_CHANGE', targetIds: [], ...tokenOf(time) });
}

function resumeTime(target: Target): Micros | null {
  if (target.readTime !== undefined) return toMicros(target.readTime);
  if (target.resumeToken === undefined || target.resumeToken.length === 0) return null;
  const time = Number(Buffer.from(target.resumeToken).toString());
  if (!Number.isSafeInteger(time)) throw invalidArgument('The resume token is not valid.');
  return time;
}
