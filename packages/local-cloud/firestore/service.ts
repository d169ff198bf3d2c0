/**
 * The gRPC service: each call is recorded, affected by waiting faults, authenticated, and then handled. gRPC
 * itself answers calls that the app does not need with UNIMPLEMENTED.
 */
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import type {
  Metadata,
  sendUnaryData,
  ServerUnaryCall,
  ServerWritableStream,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { assertNever } from '../assert-never.ts';
import type { Faults } from '../faults/faults.ts';
import type { RequestLog } from '../request-log.ts';
import type { TlsIdentity } from '../tls.ts';
import type { Documents } from './documents.ts';
import { FirestoreCalls } from './calls.ts';
import { ListenStream } from './listen-stream.ts';
import type { ListenCall } from './listen-stream.ts';
import { loadFirestoreService } from './proto.ts';
import type { Sized } from './proto.ts';
import type { BatchGetDocumentsRequest, CommitRequest, ListenRequest, RunQueryRequest } from './protocol.ts';
import type { Caller, Rules } from '../rules/rules.ts';
import { RpcError, unauthenticated } from './rpc-error.ts';
import { UsageCounter } from './usage.ts';
import type { CheckOrder } from './writes.ts';

/** The holder of a token, and its expiry (milliseconds since the epoch). */
export interface TokenHolder extends Caller {
  readonly expiresAt: number;
}

export interface FirestoreOptions {
  readonly database: string;
  readonly documents: Documents;
  readonly tls: TlsIdentity;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly rules: Rules;
  /** @throws RpcError UNAUTHENTICATED */
  readonly authenticate: (token: string) => Promise<TokenHolder>;
  readonly checkOrder: () => CheckOrder;
}

type Call = Pick<ServerUnaryCall<unknown, unknown>, 'getPeer' | 'metadata'>;
type Details = Readonly<Record<string, unknown>>;

/** Requests over 10 MiB are refused by `FirestoreCalls`, with Firestore's own status. */
const MAX_MESSAGE = 64 * 1024 * 1024;

export class FirestoreService {
  readonly usage = new UsageCounter();
  readonly #options: FirestoreOptions;
  readonly #server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE,
    'grpc.max_send_message_length': -1,
  });
  readonly #streams = new Map<ListenStream, NodeJS.Timeout>();
  readonly #calls: FirestoreCalls;

  constructor(options: FirestoreOptions) {
    this.#options = options;
    this.#calls = new FirestoreCalls(options);
    this.#server.addService(loadFirestoreService(), this.#handlers());
  }

  /** Binds to a free port of the loopback interface. @returns the port */
  async listen(): Promise<number> {
    const { key, cert } = this.#options.tls;
    const credentials = ServerCredentials.createSsl(null, [
      { private_key: Buffer.from(key), cert_chain: Buffer.from(cert) },
    ]);
    return new Promise((resolve, reject) => {
      this.#server.bindAsync('127.0.0.1:0', credentials, (error, port) => {
        if (error === null) resolve(port);
        else reject(error);
      });
    });
  }

  /** Ends every open stream, or those of one user. @returns their number */
  endStreams(error: RpcError, uid?: string): number {
    const ended = [...this.#streams.keys()].filter((stream) => uid === undefined || stream.uid === uid);
    for (const stream of ended) this.#endStream(stream, error);
    return ended.length;
  }

  close(): void {
    this.endStreams(new RpcError(status.UNAVAILABLE, 'The local cloud is closing.'));
    this.#server.forceShutdown();
  }

  #handlers(): UntypedServiceImplementation {
    const calls = this.#calls;
    return {
      Commit: (call: ServerUnaryCall<Sized<CommitRequest>, object>, callback: sendUnaryData<object>) => {
        void this.#commit(call, callback);
      },
      RunQuery: this.#streaming('RunQuery', (request: RunQueryRequest, caller) =>
        calls.runQuery(request, caller),
      ),
      BatchGetDocuments: this.#streaming('BatchGetDocuments', (request: BatchGetDocumentsRequest, caller) =>
        calls.batchGetDocuments(request, caller),
      ),
      Listen: (call: ListenCall) => {
        void this.#listen(call);
      },
    };
  }

  async #commit(
    call: ServerUnaryCall<Sized<CommitRequest>, object>,
    callback: sendUnaryData<object>,
  ): Promise<void> {
    try {
      const admission = await this.#admit('Commit', call, { writes: describeWrites(call.request.message) });
      if (admission === null) return;
      const response = this.#calls.commit(call.request, admission.caller);
      this.usage.addCommit(call.request.message);
      if (!admission.drop) callback(null, response);
      else this.#options.faults.cut(call.getPeer());
    } catch (error) {
      callback(asRpcError(error));
    }
  }

  #streaming<Request>(rpc: string, handle: (request: Request, caller: Caller) => Iterable<object>) {
    return (call: ServerWritableStream<Request, object>): void => {
      const answer = async (): Promise<void> => {
        const admission = await this.#admit(rpc, call, {});
        if (admission === null) return;
        for (const response of handle(call.request, admission.caller)) {
          this.usage.addRead();
          if (!call.write(response)) await untilDrained(call);
        }
        if (!admission.drop) call.end();
        else this.#options.faults.cut(call.getPeer());
      };
      answer().catch((error: unknown) => {
        call.emit('error', asRpcError(error));
      });
    };
  }

  async #listen(call: ListenCall): Promise<void> {
    let stream: ListenStream | null = null;
    const early: ListenRequest[] = [];
    const receive = (to: ListenStream, request: ListenRequest): void => {
      const query = request.addTarget?.query?.structuredQuery;
      if (query !== undefined) this.#options.requests.add('AddTarget', to.uid, { query });
      to.receive(request);
    };
    call.on('data', (request: ListenRequest) => {
      if (stream === null) early.push(request);
      else receive(stream, request);
    });
    let gone = false;
    const onGone = (): void => {
      gone = true;
      if (stream !== null) this.#endStream(stream, null);
    };
    call.on('end', onGone);
    call.on('cancelled', onGone);
    try {
      const admission = await this.#admit('Listen', call, {});
      if (admission === null || gone) return;
      const { documents, database, faults, rules } = this.#options;
      const { caller } = admission;
      const resumeFault = (): 'reset' | 'forget-deletes' | null => faults.takeResumeFault();
      const context = { documents, database, rules, caller, resumeFault, usage: this.usage };
      const opened = new ListenStream(call, context);
      stream = opened;
      const expire = (): void => {
        this.#endStream(opened, unauthenticated('The ID token has expired.'));
      };
      this.#streams.set(opened, setTimeout(expire, Math.max(0, caller.expiresAt - Date.now())));
      for (const request of early) receive(opened, request);
    } catch (error) {
      call.emit('error', asRpcError(error));
    }
  }

  #endStream(stream: ListenStream, error: RpcError | null): void {
    clearTimeout(this.#streams.get(stream));
    this.#streams.delete(stream);
    stream.end(error);
  }

  /** Null if the call gets no answer at all. */
  async #admit(
    rpc: string,
    call: Call,
    details: Details,
  ): Promise<{ caller: TokenHolder; drop: boolean } | null> {
    const holder = await this.#authenticate(call.metadata).catch((error: unknown) => asRpcError(error));
    this.#options.requests.add(rpc, holder instanceof RpcError ? null : holder.uid, details);
    const effect = await this.#options.faults.meet(rpc);
    switch (effect.kind) {
      case 'none':
      case 'drop-answer':
        if (holder instanceof RpcError) throw holder;
        return { caller: holder, drop: effect.kind === 'drop-answer' };
      case 'refuse':
        throw new RpcError(effect.status, effect.message);
      case 'sever':
        this.#options.faults.cut(call.getPeer());
        return null;
      case 'freeze':
        this.#options.faults.freeze(call.getPeer());
        return null;
      case 'silence':
        return null;
      default:
        return assertNever(effect);
    }
  }

  async #authenticate(metadata: Metadata): Promise<TokenHolder> {
    const [header] = metadata.get('authorization');
    const token = /^Bearer (\S+)$/.exec(String(header ?? ''))?.[1];
    if (token === undefined) throw unauthenticated();
    return this.#options.authenticate(token);
  }
}

function asRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  return new RpcError(status.INTERNAL, error instanceof Error ? error.message : String(error));
}

async function untilDrained(call: ServerWritableStream<unknown, object>): Promise<void> {
  return new Promise((resolve) => {
    call.once('drain', resolve);
  });
}

function describeWrites(request: CommitRequest): Details[] {
  return (request.writes ?? []).map((write): Details => ({
    operation: write.delete === undefined ? 'update' : 'delete',
    path: (write.update?.name ?? write.delete ?? '').split('/').slice(5).join('/'),
    currentDocument: write.currentDocument,
    // The fields that a partial update names, and those that the server sets.
    ...(write.updateMask && { mask: write.updateMask.fieldPaths ?? [] }),
    ...(write.updateTransforms && { transforms: write.updateTransforms }),
  }));
}
