/**
 * One subscription to an account's notes: Firestore's live query, from waiting for a connection to
 * its end. It also reports two things that the SDK hides behind its retries: an interrupted
 * connection and a refused token.
 */
import type { QuerySnapshot } from 'firebase-admin/firestore';
import type { Uid } from '#shared/note/note.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import type { ListenHandlers, RemoteFailure } from '#shared/note/remote-store.ts';
import { SPEC } from '#shared/base/spec.ts';
import { inArrivalOrder } from './arrival-order.ts';
import type { EndOfStream } from './channel-monitor.ts';
import { toRemoteChanges, toUpdateTime } from './document.ts';
import { failureOf, queryFailureOf, UNAUTHENTICATED } from './failure.ts';
import type { FirestoreClient } from './firestore-client.ts';

export interface Subscription {
  /** Ends the subscription and calls `onEnd`, unless it has already ended. */
  readonly end: (failure: RemoteFailure) => void;
  /** Ends the subscription without calling any handler. */
  readonly leave: () => void;
}

export interface SubscriptionPorts {
  readonly uid: Uid;
  /**
   * Opens the client. Retries while the network fails, and calls `onFailure` each time.
   * @returns null once the client is no longer wanted
   */
  readonly open: (isWanted: () => boolean, onFailure: () => void) => Promise<FirestoreClient | null>;
  readonly isAccountOpen: () => boolean;
  /** Called when the cloud may have refused the latest token. The next call gets a new one. */
  readonly rejectToken: () => void;
  /** Called when the subscription ends, by `end` or by `leave`. */
  readonly onLeave: () => void;
}

export function startSubscription(
  ports: SubscriptionPorts,
  { onSnapshot, onInterruption, onEnd }: ListenHandlers,
): Subscription {
  let stop: (() => void) | null = null;
  let ended = false;
  let complete = true;
  /** Whether a refused token was replaced since the cloud's last answer. */
  let isTokenReplaced = false;

  function leave(): void {
    ended = true;
    ports.onLeave();
    stop?.();
  }

  function end(failure: RemoteFailure): void {
    if (ended) return;
    leave();
    onEnd(failure);
  }

  function handleStreamEnd({ code, details }: EndOfStream): void {
    const failure = queryFailureOf(Object.assign(new Error(details), { code }));
    // The client would hide a refusal behind its retries.
    if (failure.kind === 'refused') {
      end(failure);
      return;
    }
    if (code !== UNAUTHENTICATED) {
      onInterruption?.(true);
      return;
    }
    // An expired token ends a stream in the same way, but then the next token works. With a refused one, the
    // client would retry for minutes.
    if (isTokenReplaced) end({ kind: 'session', reason: 'cloud-token-refused' });
    isTokenReplaced = true;
    ports.rejectToken();
  }

  function handleStreamAnswer(): void {
    isTokenReplaced = false;
    onInterruption?.(false);
  }

  function isWanted(): boolean {
    return !ended && ports.isAccountOpen();
  }

  async function start(): Promise<void> {
    const opened = await ports.open(isWanted, () => onInterruption?.(true));
    if (opened === null || !isWanted()) return;
    const query = opened.database
      .collection(SPEC.collection)
      .where('uid', '==', ports.uid)
      .orderBy('createdAt', 'desc');
    const handleSnapshot = (snapshot: QuerySnapshot): void => {
      if (ended) return;
      const changes = snapshot.docChanges().flatMap(({ type, doc }) => {
        if (type !== 'removed') return toRemoteChanges(doc, opened.sdk);
        return isNoteId(doc.id) ? [{ kind: 'absent', id: doc.id } as const] : [];
      });
      const readTime = toUpdateTime(snapshot.readTime);
      onSnapshot({ complete, readTime, changes: inArrivalOrder(changes) });
      complete = false;
    };
    const unwatch = opened.monitor.watchStreams({
      onAnswer: handleStreamAnswer,
      onEnd: handleStreamEnd,
      onRefusal: () => onInterruption?.(true),
    });
    const unsubscribe = query.onSnapshot(handleSnapshot, (error) => {
      // The client hides a refused token behind endless retries, and a new token costs little.
      ports.rejectToken();
      end(queryFailureOf(error));
    });
    stop = () => {
      unwatch();
      unsubscribe();
      opened.monitor.cancelStreams();
    };
  }

  start().catch((error: unknown) => end(failureOf(error)));
  return { end, leave };
}
