/**
 * The engine's RemoteStore on Cloud Firestore, for one account. No call waits longer than its bound; what the
 * client still tries after that is harmless, because every write carries a precondition (S4, S7).
 */
import type { DocumentSnapshot, QuerySnapshot, Timestamp, WriteBatch } from 'firebase-admin/firestore';
import type { CloudConfig, TokenService } from '#shared/cloud-service.ts';
import { AppError } from '#shared/error.ts';
import type { Uid } from '#shared/note.ts';
import { isNoteId } from '#shared/note-id.ts';
import { SPEC } from '#shared/spec.ts';
import type {
  Answer,
  RemoteChange,
  RemoteFailure,
  RemoteStore,
  RemoteWrite,
  UpdateTime,
} from '#shared/remote-store.ts';
import { inArrivalOrder } from './arrival-order.ts';
import { fromUpdateTime, toRemoteNote, toUpdateTime, writtenFields } from './document.ts';
import { codeOf, failureOf, RefusedWrite, UNAUTHENTICATED } from './failure.ts';
import { fromExtra } from './field-value.ts';
import { type FirestoreClient, openFirestore } from './firestore-client.ts';

export interface RemoteOptions {
  readonly config: CloudConfig;
  readonly uid: Uid;
  readonly tokens: TokenService;
  /** Milliseconds that a commit or fetch may take. */
  readonly callTimeout?: number | undefined;
}

const CALL_TIMEOUT_MS = 20_000;
const CHECK_TIMEOUT_MS = 5_000;
/** A cloud that is only slow is asked with more patience after each connection that was given up in vain. */
const LONGEST_CHECK_MS = 40_000;
/** A document that is not there: asking for it is the least that can be asked. */
const NOBODYS_NOTE = 'connection-check';

export function createFirestoreRemote(options: RemoteOptions): RemoteStore {
  const { config, uid, tokens, callTimeout = CALL_TIMEOUT_MS } = options;
  let client: Promise<FirestoreClient> | null = null;
  /** Ends each live query. */
  const queries = new Set<(failure: RemoteFailure) => void>();
  /** What was asked of clients and is not answered, whether anybody still waits for it or not. */
  const calls = new Set<Promise<unknown>>();
  /** Ends the waiting for an answer. */
  const waits = new Set<(error: Error) => void>();
  let patience = CHECK_TIMEOUT_MS;
  /** Writes that are likely to be committed next. */
  let ready: Prepared | null = null;
  let lastToken = '';
  let disposed = false;

  async function bearer(): Promise<string> {
    // The client may still retry a call of an account that is gone; it must not do so with another's token (S10).
    if (disposed) throw new AppError('not-signed-in', 'This account is not open any more.');
    lastToken = await tokens.idToken();
    return lastToken;
  }

  /** What goes wrong with a token while the client sends something is hidden behind its retries. */
  async function bearerOrEnd(): Promise<string> {
    try {
      return await bearer();
    } catch (error) {
      for (const end of queries) end(failureOf(error));
      throw error;
    }
  }

  function open(): Promise<FirestoreClient> {
    if (disposed) return Promise.reject(new AppError('not-signed-in', 'This account is not open any more.'));
    client ??= openFirestore(config, bearerOrEnd).catch((error: unknown) => {
      client = null;
      throw error;
    });
    return client;
  }

  async function openClient(): Promise<FirestoreClient | null> {
    return client?.catch(() => null) ?? null;
  }

  /** The next call opens a client anew, and with it a connection. */
  function abandon(failure: RemoteFailure): void {
    const abandoned = client;
    client = null;
    for (const end of queries) end(failure);
    // What was sent may have taken effect: it is asked for again, and recognised (S7).
    for (const giveUp of waits) giveUp(new Error(failure.message));
    close(abandoned);
  }

  function remember(asked: Promise<unknown>): void {
    const forget = (): void => void calls.delete(asked);
    calls.add(asked);
    asked.then(forget, forget);
  }

  /**
   * Not waited for: with a write on its way this can take a minute. A client that is terminated while a call waits to be
   * tried again leaves a rejection that nobody can handle.
   */
  function close(closed: Promise<FirestoreClient> | null): void {
    void Promise.allSettled(calls)
      .then(() => closed)
      .then((opened) => opened?.database.terminate())
      .catch(() => undefined);
  }

  async function ask<Value>(work: (client: FirestoreClient) => Promise<Value>): Promise<Value> {
    const opened = await open();
    // Else it would wait for the connection, and go out long after it was given up here.
    if (opened.line.isRefused) throw new Error('The cloud cannot be reached.');
    // Asked for here as well, because the client hides what went wrong with a token.
    await bearer();
    return work(opened);
  }

  async function bounded<Value>(work: Promise<Value>, ms: number): Promise<Value> {
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`No answer within ${ms / 1000} s`)), ms);
    waits.add(reject);
    try {
      return await Promise.race([work, givenUp]);
    } finally {
      clearTimeout(timer);
      waits.delete(reject);
    }
  }

  /** Runs a call with a bound, and once more with a fresh token where the server did not take the first. */
  async function call<Value>(
    work: (client: FirestoreClient) => Promise<Value>,
    bound = callTimeout,
    retry = true,
  ): Promise<Answer<Value>> {
    try {
      const answer = ask(work);
      remember(answer);
      return { ok: true, value: await bounded(answer, bound) };
    } catch (error) {
      if (retry && codeOf(error) === UNAUTHENTICATED) {
        tokens.rejectToken(lastToken);
        return call(work, bound, false);
      }
      return { ok: false, failure: failureOf(error) };
    }
  }

  function addTo(batch: WriteBatch, write: RemoteWrite, { database, sdk }: FirestoreClient): void {
    const reference = database.collection(SPEC.collection).doc(write.id);
    if (write.kind === 'create') {
      const extra = fromExtra(write.extra, database, sdk, (values) => sdk.FieldValue.vector(values));
      const createdAt = sdk.FieldValue.serverTimestamp();
      batch.create(reference, { ...extra, ...writtenFields(write.fields), uid, createdAt });
      return;
    }
    const lastUpdateTime = fromUpdateTime(write.basedOn, sdk);
    if (write.kind === 'edit') batch.update(reference, writtenFields(write.patch), { lastUpdateTime });
    else batch.delete(reference, { lastUpdateTime });
  }

  /** @throws RefusedWrite */
  function batchOf(writes: readonly RemoteWrite[], opened: FirestoreClient): WriteBatch {
    const batch = opened.database.batch();
    try {
      for (const write of writes) addTo(batch, write, opened);
    } catch (error) {
      throw new RefusedWrite(error);
    }
    return batch;
  }

  /** A batch can be committed once. */
  function takeBatch(writes: readonly RemoteWrite[], opened: FirestoreClient): WriteBatch {
    const prepared = ready;
    ready = null;
    const isReady = prepared?.writes === writes && prepared.opened === opened;
    return isReady ? prepared.batch : batchOf(writes, opened);
  }

  async function prepare(writes: readonly RemoteWrite[]): Promise<void> {
    const present = await openClient();
    if (present !== null && !disposed) ready = { writes, opened: present, batch: batchOf(writes, present) };
  }

  return {
    listen({ onSnapshot, onInterruption, onEnd }) {
      let stop = nothing;
      let ended = false;
      let complete = true;
      /** Since the cloud's last answer a token was refused, and replaced. */
      let isReplaced = false;
      const leave = (): void => {
        ended = true;
        queries.delete(end);
        stop();
      };
      const end = (failure: RemoteFailure): void => {
        if (ended) return;
        leave();
        onEnd(failure);
      };
      const streamEnded = (code: number): void => {
        onInterruption?.(true);
        if (code !== UNAUTHENTICATED) return;
        // The client goes on for minutes. A token also ends so that has run out, and is then replaced by a good one.
        if (isReplaced) end({ kind: 'session', message: 'The cloud refuses a token that is new.' });
        isReplaced = true;
        tokens.rejectToken(lastToken);
      };
      const streamAnswered = (): void => {
        isReplaced = false;
        onInterruption?.(false);
      };
      queries.add(end);
      void (async () => {
        try {
          const opened = await open();
          if (ended || disposed) return;
          const query = opened.database
            .collection(SPEC.collection)
            .where('uid', '==', uid)
            .orderBy('createdAt', 'desc');
          const received = (snapshot: QuerySnapshot): void => {
            if (ended) return;
            const changes = snapshot.docChanges().flatMap(({ type, doc }) => {
              if (type !== 'removed') return toChange(doc, opened);
              return isNoteId(doc.id) ? [{ kind: 'absent', id: doc.id } as const] : [];
            });
            const readTime = toUpdateTime(snapshot.readTime);
            onSnapshot({ complete, readTime, changes: inArrivalOrder(changes) });
            complete = false;
          };
          const unwatch = opened.line.watchStreams({
            onAnswer: streamAnswered,
            onEnd: streamEnded,
            onRefusal: () => onInterruption?.(true),
          });
          const unsubscribe = query.onSnapshot(received, (error) => {
            // The client hides a refused token behind endless retries; a fresh one costs little.
            tokens.rejectToken(lastToken);
            end(failureOf(error));
          });
          stop = () => {
            unwatch();
            unsubscribe();
            opened.line.cancelStreams();
          };
        } catch (error) {
          end(failureOf(error));
        }
      })();
      return leave;
    },

    commit(writes) {
      return call(async (opened) => {
        const results = await takeBatch(writes, opened).commit();
        return writes.map((write, index) => {
          const writeTime = results[index]?.writeTime;
          return write.kind === 'delete' || writeTime === undefined ? null : toUpdateTime(writeTime);
        });
      });
    },

    prepare(writes) {
      // What goes wrong here goes wrong again when it is committed, and is told of then.
      prepare(writes).catch(() => undefined);
    },

    fetch(ids) {
      return call(async (opened) => {
        const collection = opened.database.collection(SPEC.collection);
        const documents = await opened.database.getAll(...ids.map((id) => collection.doc(id)));
        const readTime = earliest(documents.map((document) => document.readTime));
        return {
          complete: false,
          readTime,
          changes: inArrivalOrder(documents.flatMap((document) => toChange(document, opened))),
        };
      });
    },

    async check() {
      try {
        // A token that cannot be had says nothing of the connection.
        await bounded(bearer(), CHECK_TIMEOUT_MS);
      } catch (error) {
        return { ok: false, failure: failureOf(error) };
      }
      const asked = await openClient();
      const heard = asked?.line.heard;
      const answer = await call(async ({ database }) => {
        await database.collection(SPEC.collection).doc(NOBODYS_NOTE).get();
        return null;
      }, patience);
      if (answer.ok || answer.failure.kind !== 'wait') {
        patience = CHECK_TIMEOUT_MS;
        return answer;
      }
      const present = await openClient();
      if (disposed || present?.line.isRefused === true) return answer;
      // Whatever it said meanwhile shows that the connection lives: it is only slow.
      if (present !== null && present === asked && present.line.heard !== heard)
        return { ok: true, value: null };
      // The client may hide a refused token behind its retries; a fresh one costs little.
      tokens.rejectToken(lastToken);
      patience = Math.min(LONGEST_CHECK_MS, 2 * patience);
      abandon(answer.failure);
      return answer;
    },

    dispose() {
      disposed = true;
      close(client);
    },
  };
}

/** A document that cannot be a note is none; one that is gone is absent. */
function toChange(document: DocumentSnapshot, { sdk }: FirestoreClient): RemoteChange[] {
  const note = toRemoteNote(document, sdk);
  if (note !== null) return [{ kind: 'present', note }];
  return isNoteId(document.id) ? [{ kind: 'absent', id: document.id }] : [];
}

interface Prepared {
  readonly writes: readonly RemoteWrite[];
  readonly opened: FirestoreClient;
  readonly batch: WriteBatch;
}

function earliest(times: readonly Timestamp[]): UpdateTime {
  const [first, ...rest] = times.map(toUpdateTime);
  if (first === undefined) throw new Error('A fetch answers at least one document');
  return rest.reduce((least, time) => (time < least ? time : least), first);
}

const nothing = (): void => {};
