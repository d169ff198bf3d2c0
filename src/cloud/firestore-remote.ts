/**
 * The engine's RemoteStore on Cloud Firestore, for one account. Every call ends within its time limit. The
 * client may keep retrying after that, which is harmless: every write carries a precondition (S4, S7).
 */
import type { Timestamp } from 'firebase-admin/firestore';
import type { CloudConfig, NetworkService, Route, TokenService } from '#shared/ipc/cloud-service.ts';
import { AppError, hasCode } from '#shared/base/error.ts';
import type { Uid } from '#shared/note/note.ts';
import type { Obstacle } from '#shared/base/obstacle.ts';
import { SPEC } from '#shared/base/spec.ts';
import type { Answer, RemoteFailure, RemoteStore, UpdateTime } from '#shared/note/remote-store.ts';
import { describeError } from '#shared/base/error-report.ts';
import { inArrivalOrder } from './arrival-order.ts';
import { trustedAuthorities } from './authorities.ts';
import { batchOf } from './batch.ts';
import { toRemoteChanges, toUpdateTime } from './document.ts';
import { codeOf, failureOf, UNAUTHENTICATED } from './failure.ts';
import { findObstacle } from './find-obstacle.ts';
import { type FirestoreClient, openFirestore, RECONNECT_MS } from './firestore-client.ts';
import { startSubscription, type Subscription } from './subscription.ts';

export interface RemoteOptions {
  readonly config: CloudConfig;
  readonly uid: Uid;
  readonly tokens: TokenService;
  readonly network: NetworkService;
  /** Time limit of a commit or fetch, in milliseconds. */
  readonly callTimeout?: number | undefined;
  /** Milliseconds between two searches for an obstacle. */
  readonly examineEvery?: number | undefined;
}

const GOOGLE = 'firestore.googleapis.com:443';
const CALL_TIMEOUT_MS = 20_000;
const EXAMINE_MS = 5_000;
const CHECK_TIMEOUT_MS = 5_000;
/**
 * A check without an answer doubles the time limit of the next one, up to this: the cloud may only be slow.
 */
const LONGEST_CHECK_MS = 40_000;
/** A document that never exists: no other read costs the cloud less. */
const CHECKED_DOCUMENT = 'connection-check';

export function createFirestoreRemote(options: RemoteOptions): RemoteStore {
  const { config, uid, tokens, network, callTimeout = CALL_TIMEOUT_MS, examineEvery = EXAMINE_MS } = options;
  let client: Promise<FirestoreClient> | null = null;
  /** Subscriptions that have not ended. */
  const subscriptions = new Set<Subscription>();
  /** Calls without an answer, including those that have timed out. */
  const calls = new Set<Promise<unknown>>();
  /** Functions that reject the calls in progress. */
  const rejections = new Set<(error: Error) => void>();
  let checkTimeout = CHECK_TIMEOUT_MS;
  let lastToken = '';
  let obstacle: Obstacle | null = null;
  /** Whether the system's authorities are trusted, too: only after Node's could not verify a certificate. */
  let trustsSystem = config.caFile !== undefined;
  let isExamining = false;
  let examination: ReturnType<typeof setTimeout> | undefined;
  let disposed = false;

  async function bearer(): Promise<string> {
    // The client may still retry a call of a closed account, but never with another account's token (S10).
    if (disposed) throw new AppError('not-signed-in', 'account-left');
    lastToken = await tokens.idToken();
    return lastToken;
  }

  function rejectToken(): void {
    tokens.rejectToken(lastToken);
  }

  /** Ends the subscriptions if there is no token: the client would hide the failure behind its retries. */
  async function bearerOrEnd(): Promise<string> {
    try {
      return await bearer();
    } catch (error) {
      for (const subscription of subscriptions) subscription.end(failureOf(error));
      throw error;
    }
  }

  function open(): Promise<FirestoreClient> {
    if (disposed) return Promise.reject(new AppError('not-signed-in', 'account-left'));
    client ??= connect().catch((error: unknown) => {
      client = null;
      throw error;
    });
    return client;
  }

  async function connect(): Promise<FirestoreClient> {
    const route = await network.route();
    setObstacle(route.kind === 'unsupported' ? 'proxy-kind' : null);
    // A connection that bypasses the system's proxy could reveal to the network what the user hides from it.
    if (route.kind === 'unsupported') throw new AppError('internal', 'proxy-kind');
    // A token first: without a network, loading the client (40 MB, a third of a second) is of no use.
    await bearer();
    const opened = await openFirestore(config, bearerOrEnd, route, () =>
      trustedAuthorities(trustsSystem, (error) =>
        network.reportTrouble('authorities-unreadable', describeError(error)),
      ),
    );
    opened.monitor.watchStreams({
      onAnswer: () => setObstacle(null),
      onEnd: nothing,
      onRefusal: () => void examine(opened),
    });
    return opened;
  }

  /**
   * Like `open`, but if a token cannot be had because the network fails, tries again and again, as
   * gRPC does for a connection.
   * @returns null once the client is no longer wanted
   */
  async function openOnceReached(
    isWanted: () => boolean,
    onFailure: () => void,
  ): Promise<FirestoreClient | null> {
    while (isWanted()) {
      try {
        return await open();
      } catch (error) {
        if (!hasCode(error, 'network')) throw error;
      }
      if (isWanted()) onFailure();
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
    return null;
  }

  function setObstacle(next: Obstacle | null): void {
    if (next === obstacle || disposed) return;
    obstacle = next;
    network.reportObstacle(next);
  }

  /**
   * Called when no connection can be made. A computer that was moved to another network may need another
   * proxy; otherwise something in this network may block the cloud. gRPC reports only its first failure, so
   * this function repeats itself.
   */
  async function examine(opened: FirestoreClient): Promise<void> {
    clearTimeout(examination);
    if (isExamining) return;
    isExamining = true;
    const isSame = await network.route().then(
      (route) => sameRoute(route, opened.route),
      // If the system cannot name a route, assume that it has not changed.
      () => true,
    );
    const found = isSame ? await findObstacle(config.host ?? GOOGLE, opened.route, opened.authorities) : null;
    isExamining = false;
    // The cloud may have been reached meanwhile, or the client abandoned.
    if (disposed || !opened.monitor.isRefused || (await openClient()) !== opened) return;
    if (!isSame) {
      abandon({ kind: 'wait', reason: 'cloud-route-changed' });
      return;
    }
    if (found === 'certificate' && !trustsSystem) {
      trustsSystem = true;
      abandon({ kind: 'wait', reason: 'cloud-certificate-unknown' });
      return;
    }
    setObstacle(found);
    examination = setTimeout(() => void examine(opened), examineEvery);
  }

  async function openClient(): Promise<FirestoreClient | null> {
    return client?.catch(() => null) ?? null;
  }

  /** Gives up the client; the next call opens another one, on a new connection. */
  function abandon(failure: RemoteFailure): void {
    const abandoned = client;
    client = null;
    for (const subscription of subscriptions) subscription.end(failure);
    // Writes that were sent may have taken effect: the engine fetches their notes and recognises them (S7).
    for (const giveUp of rejections) giveUp(new AppError('internal', failure.reason));
    close(abandoned);
  }

  function trackCall(answer: Promise<unknown>): void {
    const forget = (): void => void calls.delete(answer);
    calls.add(answer);
    answer.then(forget, forget);
  }

  /**
   * Closes in the background, because a write in flight can take a minute. Waits for the calls to end:
   * terminating a client that is about to retry a call leaves a rejection that cannot be handled.
   */
  function close(closed: Promise<FirestoreClient> | null): void {
    void Promise.allSettled(calls)
      .then(() => closed)
      .then((opened) => opened?.database.terminate())
      .catch(() => undefined);
  }

  async function ask<Value>(work: (client: FirestoreClient) => Promise<Value>): Promise<Value> {
    const opened = await open();
    // Otherwise the call would wait for a connection, and be sent long after its time limit here.
    if (opened.monitor.isRefused) throw new AppError('internal', 'cloud-unreachable');
    // Get the token before the client does, because the client hides errors of a token.
    await bearer();
    return work(opened);
  }

  async function withTimeout<Value>(work: Promise<Value>, ms: number): Promise<Value> {
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new AppError('internal', { id: 'cloud-silent', seconds: ms / 1000 })),
      ms,
    );
    rejections.add(reject);
    try {
      return await Promise.race([work, givenUp]);
    } finally {
      clearTimeout(timer);
      rejections.delete(reject);
    }
  }

  /** Runs a call within the time limit, and once more with a new token if the server refused the first. */
  async function call<Value>(
    work: (client: FirestoreClient) => Promise<Value>,
    timeout = callTimeout,
    retry = true,
  ): Promise<Answer<Value>> {
    try {
      const answer = ask(work);
      trackCall(answer);
      return { ok: true, value: await withTimeout(answer, timeout) };
    } catch (error) {
      if (retry && codeOf(error) === UNAUTHENTICATED) {
        rejectToken();
        return call(work, timeout, false);
      }
      return { ok: false, failure: failureOf(error) };
    }
  }

  return {
    listen(handlers) {
      const subscription: Subscription = startSubscription(
        {
          uid,
          open: openOnceReached,
          isAccountOpen: () => !disposed,
          rejectToken,
          onLeave: () => void subscriptions.delete(subscription),
        },
        handlers,
      );
      subscriptions.add(subscription);
      return subscription.leave;
    },

    commit(writes) {
      return call(async (opened) => {
        const results = await batchOf(writes, uid, opened).commit();
        return writes.map((write, index) => {
          const writeTime = results[index]?.writeTime;
          return write.kind === 'delete' || writeTime === undefined ? null : toUpdateTime(writeTime);
        });
      });
    },

    fetch(ids) {
      return call(async (opened) => {
        const collection = opened.database.collection(SPEC.collection);
        const documents = await opened.database.getAll(...ids.map((id) => collection.doc(id)));
        const readTime = earliest(documents.map((document) => document.readTime));
        return {
          complete: false,
          readTime,
          changes: inArrivalOrder(documents.flatMap((document) => toRemoteChanges(document, opened.sdk))),
        };
      });
    },

    async check() {
      try {
        // A failure to get a token says nothing about the connection.
        await withTimeout(bearer(), CHECK_TIMEOUT_MS);
      } catch (error) {
        return { ok: false, failure: failureOf(error) };
      }
      const clientBefore = await openClient();
      const messagesBefore = clientBefore?.monitor.messageCount;
      const answer = await call(async ({ database }) => {
        await database.collection(SPEC.collection).doc(CHECKED_DOCUMENT).get();
        return null;
      }, checkTimeout);
      if (answer.ok || answer.failure.kind !== 'wait') {
        checkTimeout = CHECK_TIMEOUT_MS;
        return answer;
      }
      const clientAfter = await openClient();
      if (disposed || clientAfter?.monitor.isRefused === true) return answer;
      // Any other message meanwhile shows that the connection works and is only slow.
      if (
        clientAfter !== null &&
        clientAfter === clientBefore &&
        clientAfter.monitor.messageCount !== messagesBefore
      )
        return { ok: true, value: null };
      // The client may hide a refused token behind its retries, and a new token costs little.
      rejectToken();
      checkTimeout = Math.min(LONGEST_CHECK_MS, 2 * checkTimeout);
      abandon(answer.failure);
      return answer;
    },

    dispose() {
      disposed = true;
      clearTimeout(examination);
      close(client);
    },
  };
}

function sameRoute(first: Route, second: Route): boolean {
  return first.kind === 'proxy' && second.kind === 'proxy'
    ? first.url === second.url
    : first.kind === second.kind;
}

function earliest(times: readonly Timestamp[]): UpdateTime {
  const [first, ...rest] = times.map(toUpdateTime);
  if (first === undefined) throw new Error('A fetch returns at least one document');
  return rest.reduce((least, time) => (time < least ? time : least), first);
}

const nothing = (): void => {};
